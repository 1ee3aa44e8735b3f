// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names in a directory.

#pragma once

#include <string>
#include <vector>

namespace fdr::local {

/// The names that do not start with a dot; empty for an unreadable directory.
std::vector<std::string> EntriesOf(const std::string& directory);

/// The target of a symbolic link; "" if there is no such link.
std::string LinkTarget(const std::string& path);

}  // namespace fdr::local
