// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The dialects of derived metrics.  Their differences: docs/guide/derived.md.

#pragma once

#include <cstdint>

namespace fdr {

enum class DeriveRules : std::uint8_t {
  kNewest,      ///< all that pmRegisterDerived(3) of PCP 7.1 documents
  kPcp6,        ///< as PCP 6.0.3, except where that is plainly wrong
  kQuantities,  ///< as kNewest, and numbers may have units: "rate(a) > 100 MB/s"
};

}  // namespace fdr
