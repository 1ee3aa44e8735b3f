// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a program, and the environment, want hosts to be connected to.

#pragma once

#include "fdr/replay/live/live_options.h"

namespace fdr::pmapi {

/// PMCD_PORT, PMCD_SOCKET, PMCD_..._TIMEOUT and PCP_CONTAINER.  What cannot be read is ignored,
/// with a message the first time.
LiveOptions HostOptionsFromEnvironment();

}  // namespace fdr::pmapi
