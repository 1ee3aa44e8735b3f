// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names in a directory.

#pragma once

#include <string>
#include <vector>

namespace fdr::local {

/// Without those that start with a dot; none of what cannot be read.
std::vector<std::string> EntriesOf(const std::string& directory);

/// What a symbolic link says; "" if there is none.
std::string LinkTarget(const std::string& path);

}  // namespace fdr::local
