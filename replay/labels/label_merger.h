// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Merges sets of labels one by one, as pmMergeLabelSets(3) does:
//
//   {"a":1,"c":1} and {"b":2,"c":2}  give  {"a":1,"b":2,"c":2}

#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/record/labelset_record.h"
#include "fdr/replay/labels/label_json.h"

namespace fdr {

struct MergeLabel {
  JsonLabel label;
  LabelEntry place;  ///< in the JSON of its set
};

/// The labels of a set by their places.  One that points out of the text is empty.
std::vector<MergeLabel> LabelsIn(std::string_view json, std::span<const LabelEntry> places);

/// Whether a label with this place in the JSON of its set is taken.
using LabelFilter = std::function<bool(const LabelEntry& place, const char* json)>;

class LabelMerger {
 public:
  /// Limits the text to `limit` bytes, including the room that PCP requires.  Without a filter, all
  /// labels are taken.
  explicit LabelMerger(std::size_t limit = kMaxLabelJson, LabelFilter filter = {});

  /// `json` is passed to the filter.  Sets that are not ascending are merged as if they were.
  /// False if the text would be too long.
  bool Add(std::span<const MergeLabel> labels, const char* json);

  /// Whether any set was added.
  bool has_merged() const { return has_merged_; }
  /// After a failure, the text that fitted.
  const std::string& text() const { return text_; }
  /// Those in the text, with their places.
  const std::vector<MergeLabel>& labels() const { return merged_; }

 private:
  bool Put(const MergeLabel& from, const char* json);

  std::size_t limit_;
  LabelFilter filter_;
  bool has_merged_ = false;
  std::string text_;
  std::vector<MergeLabel> merged_;
};

}  // namespace fdr
