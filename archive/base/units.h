// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Dimension and scale of a metric's values.  Packed form: docs/format/metadata.md.

#pragma once

#include <cstdint>
#include <string>

namespace fdr {

/// The scales of the dimension time.
enum : std::uint8_t {
  kNanosecondScale,
  kMicrosecondScale,
  kMillisecondScale,
  kSecondScale,
  kMinuteScale,
  kHourScale
};

/// How many seconds the unit of a scale is; 1 for a scale that does not exist.
double SecondsOf(int time_scale);

struct Units {
  std::int8_t dim_space = 0, dim_time = 0, dim_count = 0;  ///< exponents, -8..7
  std::uint8_t scale_space = 0;                            ///< powers of 1024 bytes
  std::uint8_t scale_time = 0;                             ///< kNanosecondScale ... kHourScale
  std::int8_t scale_count = 0;                             ///< power of ten
  std::int8_t extra_unit = 0;                              ///< temperature, voltage, ... (PCP 7.2)
  std::uint8_t extra_scale = 0;

  static Units FromWord(std::uint32_t word);
  std::uint32_t ToWord() const;

  bool IsDimensionless() const { return dim_space == 0 && dim_time == 0 && dim_count == 0; }

  friend bool operator==(const Units&, const Units&) = default;
};

/// Returns "Kbyte / sec", "count x 10^3" or, for a plain number, "".  A caller may print "none" for
/// "".
std::string ToString(const Units& units);

}  // namespace fdr
