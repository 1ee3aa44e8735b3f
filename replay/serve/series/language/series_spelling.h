// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of expressions over series: the same text for the same expression, however it was
// written.  Windows are no part of them.
//
//   rate( a [samples:2] ) + b{h : "x*"}     rate(a)+b{h~~"x*"}

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fdr/replay/serve/series/language/series_query.h"

namespace fdr {

/// The name of each node.  Each is as long as those of its operands together.
std::vector<std::string> SpellNodes(const SeriesQuery& query);
/// The name of the whole expression.
std::string Spell(const SeriesQuery& query);

}  // namespace fdr
