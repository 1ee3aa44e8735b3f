// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which of some time stamps are to be believed, where they do not ascend.
//
//   stamps     10 20 99 30 40 40 5 50
//   believed   10 20    30 40 40   50
//
// Two stamps that contradict each other do not tell which of them is wrong.  The rule: the longest
// ascending sequence is right, so that as few records as possible are dropped.  A single wild stamp
// then costs one record, no matter in which direction it is off, where "later than everything so
// far" would let it cost everything behind it.

#pragma once

#include <cstddef>
#include <vector>

#include "fdr/archive/timestamp.h"

namespace fdr {

/// The places of the stamps that are not part of a longest non-descending sequence, ascending.
/// Takes n log n time, and three words of memory for each stamp.
std::vector<std::size_t> StampsOutOfOrder(const std::vector<Timestamp>& stamps);

}  // namespace fdr
