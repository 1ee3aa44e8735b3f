// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of a metric, or of an expression over metrics, at one time.

#pragma once

#include <span>
#include <vector>

#include "fdr/replay/fetch_result.h"

namespace fdr {

/// Numbers are in `bits`, by the type of the metric or expression; the headers of numbers mean
/// nothing.  Borrows the values.
struct Values {
  SetStatus status = SetStatus::kNoValues;
  std::int32_t code = 0;  ///< of kRecordedError
  std::span<const FetchedValue> list;

  bool IsError() const { return status != SetStatus::kValues && status != SetStatus::kNoValues; }
};

/// The values of an operand, with its descriptor.
struct TypedValues {
  Values values;
  const Desc& desc;
};

inline Values ValuesOf(std::span<const FetchedValue> list) {
  return {list.empty() ? SetStatus::kNoValues : SetStatus::kValues, 0, list};
}

/// The values of a metric of this type.  Values that need a conversion go to `buffer`; values that
/// cannot be converted are left out.  Borrows both.
Values OperandValues(const FetchResult& result, const FetchedSet& set, Type type,
                     std::vector<FetchedValue>& buffer);

}  // namespace fdr
