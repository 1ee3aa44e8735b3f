// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the answers of /series depend on, besides sources.

#pragma once

#include "fdr/replay/serve/clocks.h"
#include "fdr/replay/time/zone.h"

namespace fdr {

struct SeriesOptions {
  Clocks clocks;  ///< required
  Zone zone;      ///< of dates that a client writes
};

}  // namespace fdr
