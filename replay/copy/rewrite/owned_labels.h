// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Sets of labels that outlive their record, and can be changed.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/record/labelset_record.h"
#include "fdr/replay/labels/label_merger.h"

namespace fdr {

/// The labels of one instance, or of all that has no instances.
struct OwnedLabels {
  std::string json;
  std::int32_t count = 0;
  std::vector<LabelEntry> entries;

  static OwnedLabels From(const LabelSet& set) {
    return {std::string(set.json), set.count, set.entries};
  }
  /// Borrows.
  LabelSet View(InstanceId instance) const { return {instance, json, count, entries}; }
  bool empty() const { return entries.empty(); }

  /// Ascending by name.  kUnsupportedFeature for labels in objects.
  Result<std::vector<MergeLabel>> Labels() const;
  /// The text of these labels, which get sorted.  kInvalidArgument if two have one name; kTooLarge.
  static Result<OwnedLabels> Of(std::vector<MergeLabel> labels);
};

/// By instance.
using OwnedSets = std::map<InstanceId, OwnedLabels>;

/// All labels of both.  If both have a name, `over` counts.
Result<OwnedLabels> Merged(const OwnedLabels& under, const OwnedLabels& over);

/// One label.
MergeLabel LabelOf(LabelLevel level, const std::string& name, const std::string& value);

}  // namespace fdr
