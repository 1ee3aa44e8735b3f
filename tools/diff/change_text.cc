// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a mean has changed, in a few characters.

#include <fmt/format.h>

#include <cmath>

#include "fdr/tools/diff/diff_rows.h"

namespace fdr::tools {
namespace {

// Two digits that mean something.
std::string FactorText(double factor) {
  if (factor >= 999.5) return "> 999";
  return factor >= 9.95 ? fmt::format("{:.0f}", factor) : fmt::format("{:.1f}", factor);
}

}  // namespace

std::string ChangeText(const SeriesDifference& difference) {
  constexpr double kSame = 0.005;
  if (difference.presence == Presence::kAppeared) return "appeared";
  if (difference.presence == Presence::kGone) return "gone";
  const double before = difference.before, after = difference.after;
  if (before == 0) return after == 0 ? "spread" : "from 0";
  if (after == 0) return "to 0";
  const double factor = after / before;
  if (factor < 0) return "sign";
  if (std::fabs(factor - 1) < kSame) return "spread";
  if (factor >= 2) return "x " + FactorText(factor);
  if (factor <= 0.5) return "/ " + FactorText(1 / factor);
  return fmt::format("{:+.0f} %", (factor - 1) * 100);
}

}  // namespace fdr::tools
