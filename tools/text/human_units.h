// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Units for people: 12.3 MiB/s instead of 12597.2 Kbyte / sec.

#pragma once

#include <string>

#include "fdr/archive/base/units.h"

namespace fdr::tools {

/// How a number is shown: times `factor`, with this text behind it.
struct HumanUnits {
  double factor = 1;
  std::string text;  ///< "" for a plain number
};

/// Chooses prefixes for a number of about this magnitude.  With `is_rate`, the metric is a counter
/// in `units`, and the number is its growth per second; of a counter of time, its share of time.
HumanUnits ChooseHumanUnits(const Units& units, bool is_rate, double magnitude);

/// Three or more digits that mean something: "0.0123", "1.23", "1234".
std::string HumanNumber(double number);

}  // namespace fdr::tools
