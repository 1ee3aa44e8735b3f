// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the stretches of time in which something was unusual.

#pragma once

#include <vector>

#include "fdr/replay/why/line.h"

namespace fdr::why {

struct Stretch {
  CellRange cells;
  double excess = 0;     ///< the sum of its cells
  CellRange worst = {};  ///< a part of it with most excess, no longer than is looked at
};

/// `excess` is positive where something is unusual, and negative where it is not.  Returns the
/// stretches whose sum no shorter or longer one exceeds (all maximal scoring subsequences, after
/// Ruzzo and Tompa), in the order of time.  An unknown cell ends a stretch.
std::vector<Stretch> FindStretches(const Line& excess);

}  // namespace fdr::why
