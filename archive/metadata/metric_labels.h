// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The labels of a value, from all levels of the hierarchy that the value belongs to.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/labelset_record.h"

namespace fdr {

struct MetricLabel {
  std::string name;                         ///< the dotted path for a compound label
  std::string_view value;                   ///< as JSON: strings with quotes
  LabelLevel level = LabelLevel::kContext;  ///< the level of its set
  bool optional = false;

  friend bool operator==(const MetricLabel&, const MetricLabel&) = default;
};

/// The labels in force at `t` for a metric, or for one of its instances: context, domain, instance
/// domain, cluster, item, instance.  If labels have the same name, the one from the later level
/// counts.  Ascending by name; the values borrow from the metadata.
std::vector<MetricLabel> LabelsAt(const Metadata& metadata, const Desc& desc,
                                  std::optional<InstanceId> instance, Timestamp t);

/// The labels of one set, in the order of its JSON.  Stops where the JSON is malformed or a name is
/// longer than 1 KiB.  Empty for a set larger than the format allows.  The JSON decides the names;
/// the entries of the set decide which of them are optional.
std::vector<MetricLabel> LabelsIn(const LabelSet& set, LabelLevel level);

}  // namespace fdr
