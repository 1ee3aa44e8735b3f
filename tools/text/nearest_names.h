// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names that a misspelt name may stand for: "did you mean ...?"

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fdr::tools {

/// The most likely meanings of `wanted` among `names`: the nearest first, at most `limit`.  The
/// case of letters does not matter.
std::vector<std::string> NearestNames(std::string_view wanted,
                                      const std::vector<std::string>& names, std::size_t limit);

/// "; did you mean A, B?"; empty if no name is near.
std::string DidYouMean(std::string_view wanted, const std::vector<std::string>& names);

}  // namespace fdr::tools
