// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The order in which a walk through a name space visits names.

#pragma once

#include <string>
#include <vector>

namespace fdr {

/// Each name comes before all names below it.  Siblings are in the order in which they, or names
/// below them, first occur.
std::vector<std::string> DepthFirst(const std::vector<std::string>& names);

}  // namespace fdr
