// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Conversions of a fetch group: to a rate, to another unit, to another type.

#pragma once

#include <pcp/pmapi.h>

namespace fdr::pmapi {

struct GroupConversion {
  pmDesc desc = {};  ///< of the metric
  int out_type = PM_TYPE_NOSUPPORT;
  bool is_rate = false;
  bool is_scaled = false;
  pmUnits units = {};  ///< if scaled: of the result, or of the value that the rate is computed from
  double multiplier = 1;
};

/// Applies the `scale` of pmFetchGroup(3), which may be NULL.  Returns 0, or an error.
int SetScale(const char* scale, GroupConversion& conversion);

/// Whether `type` is a numeric type or a string.
bool IsGroupType(int type);

/// The value that stands for "no value"; NULL for a string.
pmAtomValue SentinelOf(int type);

/// The caller owns a string, and frees it.  After an error, `value` is a sentinel.
struct ConvertedValue {
  int status;
  pmAtomValue atom;
};
/// A sentinel with the error `status`.
ConvertedValue NoValue(int status, int type);
ConvertedValue ConvertValue(const GroupConversion& conversion, int format, const pmValue& value);

struct ValueBefore {
  int error = 0;  ///< the reason why there is no value
  int format = PM_VAL_INSITU;
  const pmValue* value = nullptr;
  double elapsed = 0;  ///< since then, in seconds
};
/// The rate of a value; a value that has decreased has no rate.
ConvertedValue ConvertRate(const GroupConversion& conversion, int format, const pmValue& value,
                           const ValueBefore& before);

}  // namespace fdr::pmapi
