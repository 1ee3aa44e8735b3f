// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Event arrays are recorded in big-endian order; programs get them in the order of their machine.

#pragma once

#include <span>

#include "fdr/archive/base/value.h"

namespace fdr::pmapi {

/// Turns an array over, in place, as PCP does: all words, and parameters by their types, whatever
/// lengths they claim.  Of a damaged array, as much as there is.
void EventsToHostOrder(Type type, std::span<char> payload);

}  // namespace fdr::pmapi
