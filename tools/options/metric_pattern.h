// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which metrics an argument names: "disk.dev.read", all below "disk.dev", or "disk.*.read".

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/context.h"

namespace fdr::tools {

/// The names of the metrics, sorted.  kNotFound if there is none; the message then suggests the
/// nearest existing names.
Result<std::vector<std::string>> ExpandPattern(Context& context, const std::string& pattern);

}  // namespace fdr::tools
