// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>

#include "fdr/archive/base/value.h"

namespace fdr {

/// The bytes of a number of this type; 0 for other types.
constexpr std::size_t BytesOfNumber(Type type) {
  switch (type) {
    case Type::k32:
    case Type::kU32:
    case Type::kFloat:
      return 4;
    case Type::k64:
    case Type::kU64:
    case Type::kDouble:
      return 8;
    default:
      return 0;
  }
}

}  // namespace fdr
