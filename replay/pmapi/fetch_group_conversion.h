// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a fetch group makes of a recorded value: a rate, a multiple of another unit, another type.

#pragma once

#include <pcp/pmapi.h>

namespace fdr::pmapi {

struct GroupConversion {
  pmDesc desc = {};  ///< of the metric
  int out_type = PM_TYPE_NOSUPPORT;
  bool is_rate = false;
  bool is_scaled = false;
  pmUnits units = {};  ///< where it is scaled, those of the result, or of what the rate is made of
  double multiplier = 1;
};

/// By the `scale` of pmFetchGroup(3), which may be NULL.  Returns 0, or an error.
int SetScale(const char* scale, GroupConversion& conversion);

/// One of the numeric types, or a string.
bool IsGroupType(int type);

/// A value that tells there is none; of a string, NULL.
pmAtomValue SentinelOf(int type);

/// A string belongs to the caller, who frees it.  After an error, a sentinel.
struct ConvertedValue {
  int status;
  pmAtomValue atom;
};
/// None, because of an error.
ConvertedValue NoValue(int status, int type);
ConvertedValue ConvertValue(const GroupConversion& conversion, int format, const pmValue& value);

struct ValueBefore {
  int error = 0;  ///< why there is none
  int format = PM_VAL_INSITU;
  const pmValue* value = nullptr;
  double elapsed = 0;  ///< since then, in seconds
};
/// A value that got less has no rate.
ConvertedValue ConvertRate(const GroupConversion& conversion, int format, const pmValue& value,
                           const ValueBefore& before);

}  // namespace fdr::pmapi
