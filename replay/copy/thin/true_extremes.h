// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where a thinned archive has the extremes of a metric (docs/thinning.md): "fdr.mem.util.free.min"
// has what "mem.util.free" has lost.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/replay/context.h"

namespace fdr {

/// A metric that is shown.
struct ShownMetric {
  std::string name;
  Desc desc;
  bool is_rate = false;  ///< as the growth of a counter per second
};

struct ExtremeMetric {
  std::string name;
  Desc desc;
};

/// Their values have the instances and units of what is shown.
struct TrueExtremes {
  std::optional<ExtremeMetric> min, max;
};

/// One for each metric, as far as the context has any.  A counter that is shown as it is has none.
std::vector<TrueExtremes> FindExtremes(Context& context, std::span<const ShownMetric> metrics);

}  // namespace fdr
