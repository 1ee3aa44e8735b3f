// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The file that says which clients may connect to `fdr serve`: docs/serve-access.md.

#pragma once

#include <optional>
#include <string>

#include "fdr/replay/serve/access/access_control.h"

namespace fdr::tools {

/// Reads the rules from a file, or else from a list of agents that has rules, and from the file
/// beside the list, LIST.access.  Without rules, every client may do everything.
Result<AccessControl> ReadAccess(const std::optional<std::string>& path,
                                 const std::optional<std::string>& agents);

}  // namespace fdr::tools
