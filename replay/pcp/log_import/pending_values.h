// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values that a program has put since the last record.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/pcp/log_import/defined_metadata.h"

namespace fdr::log_import {

struct PendingValue {
  int instance = 0;
  std::uint64_t bits = 0;  ///< of a number
  std::string text;        ///< of a string
};

/// The values of one metric.
struct PendingSet {
  std::size_t metric = 0;  ///< its place among the metrics
  pmID pmid = PM_ID_NULL;
  int type = PM_TYPE_NOSUPPORT;
  int error = 0;             ///< instead of values
  bool is_ascending = true;  ///< by instance
  std::vector<PendingValue> values;
};

/// Reuses its memory.  One thread at a time.
class PendingValues {
 public:
  /// Converts a text to a value of the metric's type.  Returns 0, PMI_ERR_DUPVALUE if the instance
  /// has a value, or PM_ERR_CONV.  If the metric's first text is wrong, the metric has this error
  /// instead of values.
  int Put(const DefinedHandle& handle, const pmDesc& desc, const char* text);

  bool empty() const { return count_ == 0; }
  /// One for each metric, in the order in which they were put.
  std::span<const PendingSet> sets() const { return std::span(sets_).first(count_); }
  /// The record of all values, each set ascending by instance.
  void Encode(Timestamp stamp, ResultEncoder& encoder);
  void Clear();

 private:
  PendingSet& SetOf(const DefinedHandle& handle, const pmDesc& desc);

  std::vector<PendingSet> sets_;
  std::size_t count_ = 0;            // of sets_ in use
  std::vector<std::size_t> set_of_;  // by metric: the number of its set, or 0
};

}  // namespace fdr::log_import
