// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `fdr why` finds, for a client of the web server.

#pragma once

#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr::tools {

/// Times in the sentences are those of the archive's host.
ExplainArchive WhyForPage();

}  // namespace fdr::tools
