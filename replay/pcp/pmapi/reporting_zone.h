// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The zone for showing and reading times: the last one of pmNewZone() or pmUseZone().

#pragma once

#include "fdr/replay/time/zone.h"

namespace fdr::pmapi {

/// Before the first call of these, the zone of the process (TZ).  Any thread.
Zone ReportingZone();

}  // namespace fdr::pmapi
