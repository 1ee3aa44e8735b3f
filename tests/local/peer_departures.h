// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lists the metrics whose values differ from those of PCP 6.0.3, and why: see docs/metrics.md,
// "Differences".

#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "fdr/archive/base/ids.h"

namespace fdr::test {

struct Departure {
  std::string_view metrics;  ///< a name, or the start of names
  std::string_view why;
  /// How far apart values may be.  Without a limit, values are not compared.
  std::optional<double> within = std::nullopt;
};

/// nullptr for a metric whose values must be those of the peer.
const Departure* DepartureOf(std::string_view metric);

std::span<const Departure> AllDepartures();

/// Control groups, which PCP does not find where both of their versions are mounted.
bool IsOfGroups(std::string_view metric);
bool IsOfGroups(InDomId indom);

}  // namespace fdr::test
