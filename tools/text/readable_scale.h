// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Numbers with units, as people like to read them:
//
//   a gauge of 7956000 Kbyte             7.59 GiB
//   a counter of bytes, per second       12.3 MiB/s
//   a counter of ms, per second          97.3 %
//
// One scale serves all numbers of a column, so that they can be compared.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/archive/base/units.h"

namespace fdr::tools {

/// What the numbers of a column measure.
struct Quantity {
  Units units;
  bool per_second = false;  ///< growth of a counter in these units, per second
  bool is_whole = false;    ///< integers: they need no decimals
};

/// A counter of time, per second: a share of time, shown in percent.
bool IsShareOfTime(const Quantity& quantity);

/// How the numbers of a quantity are shown.
struct ReadableScale {
  double factor = 1;  ///< a number times this is shown
  std::string unit;   ///< "MiB/s", "%", "ms"; "" for a plain number
  int decimals = 0;   ///< of numbers that are not much smaller than the largest one
};

/// The scale for numbers up to `largest`, in absolute value.  For 0, and for what is not a number,
/// the units stay.
ReadableScale ScaleFor(const Quantity& quantity, double largest);

/// The scale with the units as recorded: "KiB" stays "KiB".
ReadableScale RecordedScale(const Quantity& quantity);

/// "12.3", without the unit.  A small number has more decimals than the scale, so that it does not
/// look like 0; a tiny or huge one has an exponent.
std::string ScaledText(double number, const ReadableScale& scale);
/// The same for integers, which stay exact if the factor is 1.
std::string ScaledText(std::int64_t number, const ReadableScale& scale);
std::string ScaledText(std::uint64_t number, const ReadableScale& scale);

/// "12.3 MiB/s", with a scale for this number alone.
std::string ReadableText(double number, const Quantity& quantity);

}  // namespace fdr::tools
