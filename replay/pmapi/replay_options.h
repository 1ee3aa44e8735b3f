// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How the environment wants archives to be replayed.

#pragma once

#include "fdr/replay/recorded/archive_context.h"

namespace fdr::pmapi {

/// PCP_COUNTER_WRAP, PCP_IGNORE_MARK_RECORDS, PCP_TMPFILE_DIR, and which PCP we speak as; a cache
/// that all contexts share, of the size that FDR_MEMORY said when it was first needed.
ReplayOptions OptionsFromEnvironment();

}  // namespace fdr::pmapi
