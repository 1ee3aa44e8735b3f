// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The labels of a value: those of all levels of the hierarchy that it belongs to.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/labelset_record.h"

namespace fdr {

struct MetricLabel {
  std::string name;                         ///< of a compound label the dotted path
  std::string_view value;                   ///< as JSON: a string has its quotes
  LabelLevel level = LabelLevel::kContext;  ///< where it comes from
  bool optional = false;

  friend bool operator==(const MetricLabel&, const MetricLabel&) = default;
};

/// The labels in force at `t` for a metric, or for one of its instances: context, domain, instance
/// domain, cluster, item, instance.  Of labels with one name, that of the later level counts.
/// Ascending by name; the values borrow from the metadata.
std::vector<MetricLabel> LabelsAt(const Metadata& metadata, const Desc& desc,
                                  std::optional<InstanceId> instance, Timestamp t);

/// The labels of one set, in the order of its JSON, as far as that is well-formed and no name is
/// longer than 1 KiB; none of a set that is larger than the format allows.  The JSON decides what
/// the names are, and the entries of the set which of them are optional.
std::vector<MetricLabel> LabelsIn(const LabelSet& set, LabelLevel level);

}  // namespace fdr
