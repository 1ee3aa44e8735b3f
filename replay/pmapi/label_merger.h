// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Merges sets of labels one by one, as pmMergeLabelSets(3) does:
//
//   {"a":1,"c":1} and {"b":2,"c":2}  give  {"a":1,"b":2,"c":2}

#pragma once

#include <pcp/pmapi.h>

#include <span>
#include <string>
#include <vector>

#include "fdr/replay/pmapi/label_json.h"

namespace fdr::pmapi {

struct MergeLabel {
  JsonLabel label;
  pmLabel place;  ///< in the JSON of its set
};

struct LabelFilter {
  int (*function)(const pmLabel*, const char*, void*) = nullptr;  ///< may be null
  void* argument = nullptr;
};

class LabelMerger {
 public:
  /// Limits the text to `length` bytes, including the room that PCP requires.
  LabelMerger(int length, const LabelFilter& filter);

  /// `json` is passed to the filter.  Sets that are not ascending are merged as if they were.
  /// Returns 0, or an error.
  int Add(std::span<const MergeLabel> labels, const char* json);

  /// Whether any set was added.
  bool has_merged() const { return has_merged_; }
  /// After an error, the text that fitted.
  const std::string& text() const { return text_; }
  /// Those in the text, with their places.
  const std::vector<MergeLabel>& labels() const { return merged_; }

 private:
  int Put(const MergeLabel& from, const char* json);

  std::size_t limit_;
  LabelFilter filter_;
  bool has_merged_ = false;
  std::string text_;
  std::vector<MergeLabel> merged_;
};

}  // namespace fdr::pmapi
