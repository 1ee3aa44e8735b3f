// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Numbers with units: "100 MB/s", "20 msec", "10 %".  PCP's grammar has no place where a number
// precedes a name, so no expression of PCP means something else with them.

#pragma once

#include <string_view>
#include <tl/expected.hpp>

#include "fdr/replay/derive/expression.h"
#include "fdr/replay/derive/words.h"

namespace fdr {

/// Parses a number; with DeriveRules::kQuantities, also the units behind it.
tl::expected<Node, SyntaxError> ParseQuantity(Words& words);

}  // namespace fdr
