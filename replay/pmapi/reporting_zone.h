// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The zone in which times are shown and read: the one that pmNewZone() or pmUseZone() named last.

#pragma once

#include "fdr/replay/time/zone.h"

namespace fdr::pmapi {

/// As long as no zone was named, the zone of this process (TZ).  Any thread.
Zone ReportingZone();

}  // namespace fdr::pmapi
