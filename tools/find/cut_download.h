// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Cuts a window out for a client of the web server.

#pragma once

#include <cstdint>

#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr::tools {

/// Writes the records of a window as an archive into a new temporary directory.  kNotFound if the
/// window has no records; kBusy if the directories take more than `most` bytes together.
CutWindow CutForDownload(std::uint64_t most);

}  // namespace fdr::tools
