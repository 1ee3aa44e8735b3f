// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where an error was met, to tell whether it was met before.

#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "fdr/archive/base/error.h"

namespace fdr {

/// Errors of one code at one place are the same error, whatever their texts.
struct ErrorPlace {
  Errc code = Errc::kIo;
  std::string file;
  std::uint64_t offset = 0;

  friend auto operator<=>(const ErrorPlace&, const ErrorPlace&) = default;
};

inline ErrorPlace PlaceOf(const Error& error) { return {error.code, error.file, error.offset}; }

}  // namespace fdr
