// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The page that the web server shows, as a part of the program: replay/serve/viewer/page/.

#pragma once

#include <vector>

#include "fdr/replay/serve/http/static_files.h"

namespace fdr::tools {

std::vector<StaticFile> PageFiles();

}  // namespace fdr::tools
