// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which metrics an argument names: "disk.dev.read", all below "disk.dev", or "disk.*.read".

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/context.h"

namespace fdr::tools {

/// The names of the metrics, sorted.  kNotFound if there is none; the message then suggests the
/// nearest existing names.
Result<std::vector<std::string>> ExpandPattern(Context& context, const std::string& pattern);

/// The most likely meanings of `wanted` among `names`: the nearest first, at most `limit`.
std::vector<std::string> NearestNames(std::string_view wanted,
                                      const std::vector<std::string>& names, std::size_t limit);

}  // namespace fdr::tools
