// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Options for replaying archives, from the environment.

#pragma once

#include "fdr/replay/recorded/archive_context.h"

namespace fdr::pmapi {

/// PCP_COUNTER_WRAP: an integer counter that decreases has gone past its largest value.
CounterRule CountersFromEnvironment();

/// From PCP_COUNTER_WRAP, PCP_IGNORE_MARK_RECORDS, PCP_TMPFILE_DIR, and the version of PCP that is
/// imitated.  All contexts share a cache, whose size is FDR_MEMORY at the time of its first use.
ReplayOptions OptionsFromEnvironment();

}  // namespace fdr::pmapi
