// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/compress_option.h"

namespace fdr::tools {

std::optional<ArchiveCompression> CompressionAsked(const CopyCommand& command,
                                                   const ArchiveFiles& archive) {
  if (!command.compress) return std::nullopt;
  if (*command.compress == "none") return ArchiveCompression();
  return ArchiveCompression{
      .volumes = *command.compress == "zstd" ? Compression::kZstd : Compression::kXz,
      .metadata = CompressionOf(archive).metadata};
}

ArchiveCompression CompressionInPlace(const CopyCommand& command, const ArchiveFiles& archive) {
  return CompressionAsked(command, archive).value_or(CompressionOf(archive));
}

}  // namespace fdr::tools
