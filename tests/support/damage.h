// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Damages bytes in every simple way, one after the other.

#pragma once

#include <functional>

#include "fdr/archive/base/byte_order.h"

namespace fdr::test {

/// Gets one damaged copy, which is deleted after the call.  The bytes end where their allocation
/// ends, so the address sanitizer notices a read past the end.
using DamageVisitor = std::function<void(Bytes damaged)>;

/// The first 0, 1, 2, ... bytes, but never all of them.
void ForEachTruncation(Bytes original, const DamageVisitor& visit);

/// All of the bytes, with one bit inverted: 8 * size copies.
void ForEachBitFlip(Bytes original, const DamageVisitor& visit);

/// Both of the above.
void ForEachDamage(Bytes original, const DamageVisitor& visit);

}  // namespace fdr::test
