// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where a report may be written.

#pragma once

#include <string>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

/// kInvalidArgument if the file is one of these archives, which it would replace: by its name, also
/// if there is no such file yet, or because it is the same file.  `names` as FindArchives() takes
/// them.
Result<void> CheckIsNoPart(const std::string& file, const std::string& names);

}  // namespace fdr::tools
