// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `--compress` of `fdr copy` means for an archive.

#pragma once

#include <optional>

#include "fdr/archive/compress/compressing_files.h"
#include "fdr/tools/copy/copy_command.h"

namespace fdr::tools {

/// Nothing without the option.  The metadata are as in `archive`, unless nothing is to be
/// compressed.
std::optional<ArchiveCompression> CompressionAsked(const CopyCommand& command,
                                                   const ArchiveFiles& archive);

/// Without the option, that of the archive.
ArchiveCompression CompressionInPlace(const CopyCommand& command, const ArchiveFiles& archive);

}  // namespace fdr::tools
