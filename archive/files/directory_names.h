// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <dirent.h>

#include <string>
#include <string_view>
#include <vector>

namespace fdr {

/// Adds the names in an open directory that begin with `beginning`, without "." and "..", in no
/// order, and closes it.  `stream` may be what opendir(3) returned.  0, or -errno.
int TakeNames(DIR* stream, std::string_view beginning, std::vector<std::string>& names);

}  // namespace fdr
