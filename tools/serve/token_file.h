// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The file with the tokens of the web server: docs/web-access.md.

#pragma once

#include <string>

#include "fdr/replay/serve/http/http_tokens.h"

namespace fdr::tools {

/// kInvalidArgument if every user of the machine may read or write the file.
Result<HttpTokens> ReadTokenFile(const std::string& path);

}  // namespace fdr::tools
