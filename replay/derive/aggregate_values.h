// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One value of all instances: avg(), count(), max(), min(), sum().

#pragma once

#include <vector>

#include "fdr/replay/derive/expression.h"
#include "fdr/replay/derive/values.h"

namespace fdr {

/// Puts the value into `out`.  Without values, the average, the sum and the count are 0, and there
/// is no largest or smallest value.  The count of an error is also 0.
Values AggregateValues(Op op, Type type, const Values& values, std::vector<FetchedValue>& out);

}  // namespace fdr
