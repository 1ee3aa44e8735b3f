// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files that are written as a whole, such as pictures.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

/// Writes a new file beside `path`, and gives it that name when all bytes are in it: a reader sees
/// the old file or the new one, and nothing is left after an error.  A path that is no ordinary
/// file, such as /dev/stdout, is written to.  A link stays, and its file is replaced.  The error
/// names the file.
Result<void> ReplaceFile(const std::string& path, std::string_view bytes);

/// The same for a file of ours in a directory where others may write: a link, or what is no
/// ordinary file, is refused.  Owner and mode of an old file stay.  Returns when the file is on the
/// medium.
Result<void> ReplaceOwnFile(const std::string& path, std::string_view bytes);

/// Whether that could succeed, as far as this is certain before the bytes are known.
Result<void> CheckReplaceable(const std::string& path);

}  // namespace fdr::tools
