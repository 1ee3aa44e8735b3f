// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Options for connections to hosts, from the environment.

#pragma once

#include "fdr/replay/sources/live/live_options.h"

namespace fdr::pmapi {

/// From PMCD_PORT, PMCD_SOCKET, PMCD_..._TIMEOUT and PCP_CONTAINER.  Ignores invalid values, with a
/// message the first time.
LiveOptions HostOptionsFromEnvironment();

}  // namespace fdr::pmapi
