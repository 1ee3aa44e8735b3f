// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `fdr diff` finds, for a client of the web server.

#pragma once

#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr::tools {

/// Times are those of the host of the later window.
CompareWindows DiffForPage();

}  // namespace fdr::tools
