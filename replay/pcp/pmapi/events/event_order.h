// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Converts event arrays between big-endian order, as in records and messages, and the order of the
// machine.

#pragma once

#include <span>

#include "fdr/archive/base/value.h"

namespace fdr::pmapi {

/// Converts an array in place, as PCP does: all words, and parameters by their types, even if their
/// lengths are wrong.  If the array is damaged, converts the part that exists.
void EventsToHostOrder(Type type, std::span<char> payload);
/// The same in the other direction.
void EventsToBigEndian(Type type, std::span<char> payload);

}  // namespace fdr::pmapi
