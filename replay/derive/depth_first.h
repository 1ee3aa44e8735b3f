// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A walk through a name space: which names it visits, in which order.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fdr {

/// Whether a name is the root of a walk, or below it.  The empty root is above all.
inline bool IsAtOrBelow(std::string_view name, std::string_view root) {
  return root.empty() || name == root ||
         (name.size() > root.size() && name.starts_with(root) && name[root.size()] == '.');
}

/// Each name comes before all names below it.  Siblings are in the order in which they, or names
/// below them, first occur.
std::vector<std::string> DepthFirst(const std::vector<std::string>& names);

}  // namespace fdr
