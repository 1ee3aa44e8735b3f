// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files of text, read as a whole.

#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

#include "fdr/archive/base/error.h"

namespace fdr {

/// Up to its end, or more than `limit` bytes, so that it is known to have too many.  Errors call it
/// `name`.
Result<std::string> ReadToEnd(std::FILE* file, const std::string& name, std::size_t limit);

/// kNotFound if there is none of that name.
Result<std::string> ReadTextFile(const std::string& path, std::size_t limit);

}  // namespace fdr
