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
  int (*function)(const pmLabel*, const char*, void*) = nullptr;  ///< or none
  void* argument = nullptr;
};

class LabelMerger {
 public:
  /// The text is to fit into so many bytes, with what PCP wants to have besides.
  LabelMerger(int length, const LabelFilter& filter);

  /// `json` is what the filter is told.  Sets that do not ascend are merged all the same, as if
  /// they did.  Returns 0, or an error.
  int Add(std::span<const MergeLabel> labels, const char* json);

  /// Whether there was any set.
  bool has_merged() const { return has_merged_; }
  /// After an error, what was fitting by then.
  const std::string& text() const { return text_; }

 private:
  int Put(const MergeLabel& from, const char* json);

  std::size_t limit_;
  LabelFilter filter_;
  bool has_merged_ = false;
  std::string text_;
  std::vector<MergeLabel> merged_;
};

}  // namespace fdr::pmapi
