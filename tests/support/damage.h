// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Every simple way to damage some bytes, one after the other.

#pragma once

#include <functional>

#include "fdr/archive/base/byte_order.h"

namespace fdr::test {

/// Sees one damaged copy.  Its bytes end where their allocation ends, so that the address sanitizer
/// notices a read past them; they are gone when the call returns.
using DamageVisitor = std::function<void(Bytes damaged)>;

/// The first 0, 1, 2, ... bytes; never all of them.
void ForEachTruncation(Bytes original, const DamageVisitor& visit);

/// All of the bytes, with one bit inverted: 8 * size copies.
void ForEachBitFlip(Bytes original, const DamageVisitor& visit);

/// Both of the above.
void ForEachDamage(Bytes original, const DamageVisitor& visit);

}  // namespace fdr::test
