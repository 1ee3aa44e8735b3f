// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which values the pages of `fdr view` show in the colour of high values.

#pragma once

#include <cstdint>

namespace fdr::tools {

/// What a value is about.  The value is a part of a whole, or of the time: 1 is all of it.
enum class HighValue : std::uint8_t {
  kNever,      ///< never high
  kProcessor,  ///< busy
  kLoad,       ///< of the number of processors
  kMemory,     ///< needed: it cannot be reclaimed
  kDisk,       ///< busy
  kFileSystem,
  kWaitsForProcessor,  ///< pressure
  kWaitsForMemory,
  kWaitsForDisk,
  kValues,
};

bool IsHigh(HighValue what, double part);

}  // namespace fdr::tools
