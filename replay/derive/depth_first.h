// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The order in which a walk through a name space meets names.

#pragma once

#include <string>
#include <vector>

namespace fdr {

/// Each name in front of all that is below it, and siblings in the order in which they, or what is
/// below them, come first.
std::vector<std::string> DepthFirst(std::vector<std::string> names);

}  // namespace fdr
