// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Code for numbers of a type that is known only when the program runs.

#pragma once

#include <cstdint>

#include "fdr/archive/base/value.h"

namespace fdr {

/// Calls `use` with a zero of the C++ type for values of this type.
template <class Use>
decltype(auto) WithNumberOf(Type type, Use use) {
  switch (type) {
    case Type::k32:
      return use(std::int32_t{});
    case Type::kU32:
      return use(std::uint32_t{});
    case Type::k64:
      return use(std::int64_t{});
    case Type::kU64:
      return use(std::uint64_t{});
    case Type::kFloat:
      return use(float{});
    default:
      return use(double{});
  }
}

}  // namespace fdr
