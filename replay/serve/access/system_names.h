// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The hosts, users and groups that this machine knows.

#pragma once

#include "fdr/replay/serve/access/access_control.h"

namespace fdr {

/// Asks the databases of the C library, which may wait for a name server.
AccessNames SystemNames();

}  // namespace fdr
