// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files of text, read as a whole.

#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>

#include "fdr/archive/base/error.h"

namespace fdr {

/// Reads up to the end, or up to more than `limit` bytes: so a result longer than `limit` means a
/// file that is too large.  Errors call the file `name`.
Result<std::string> ReadToEnd(std::FILE* file, const std::string& name, std::size_t limit);

/// Looks at the open file before it is read, whatever has its name meanwhile.
using FileCheck = std::function<Result<void>(const struct stat& status)>;

/// kNotFound if the file does not exist.  What `check` refuses is an error of this file.
Result<std::string> ReadTextFile(const std::string& path, std::size_t limit,
                                 const FileCheck& check = {});

}  // namespace fdr
