// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One value of all instances: avg(), count(), max(), min(), sum().

#pragma once

#include <vector>

#include "fdr/replay/derive/expression.h"
#include "fdr/replay/derive/values.h"

namespace fdr {

/// Into `out`.  Of nothing the average and the sum are 0, and a count also of an error; there is no
/// largest and no smallest.
Values AggregateValues(Op op, Type type, const Values& values, std::vector<FetchedValue>& out);

}  // namespace fdr
