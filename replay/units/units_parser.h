// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Units as people write them: "10 Kbyte / 2 min".

#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "fdr/archive/base/units.h"

namespace fdr {

struct ParsedUnits {
  Units units;
  double multiplier = 1;  ///< what a value in such units is to be multiplied by: 0.2
};

/// As pmParseUnitsStr(3) takes them; else what is wrong, in its words.
tl::expected<ParsedUnits, const char*> ParseUnits(std::string_view text);

}  // namespace fdr
