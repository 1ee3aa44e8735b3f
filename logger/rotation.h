// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When an archive ends and the next one begins.

#pragma once

#include <functional>

#include "fdr/archive/timestamp.h"
#include "fdr/logger/schedule.h"
#include "fdr/replay/zone.h"

namespace fdr {

struct Rotation {
  Nanos interval = 0;  ///< a multiple of a second
  Zone zone = {};      ///< whose midnights count
  std::function<Timestamp()> clock;
};

/// When an archive ends that began at `now`.  Where the interval divides a day, at the next of its
/// multiples on the clock of that zone, also on days when that is set; if it is some days, at the
/// last midnight within them; else when it is over.
Timestamp NextRotation(Timestamp now, Nanos interval, const Zone& zone);

}  // namespace fdr
