// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Units in the form that users write: "10 Kbyte / 2 min".

#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "fdr/archive/base/units.h"

namespace fdr {

struct ParsedUnits {
  Units units;
  double multiplier = 1;  ///< factor for a value in such units: 0.2
};

enum class UnitWords : bool {
  kPcp6,
  kExtra,  ///< also units of PCP 7.2 as they are printed: "temperature (C)", "voltage (mV) / sec"
};

/// Accepts the same texts as pmParseUnitsStr(3); errors have its words.
tl::expected<ParsedUnits, const char*> ParseUnits(std::string_view text,
                                                  UnitWords words = UnitWords::kPcp6);

}  // namespace fdr
