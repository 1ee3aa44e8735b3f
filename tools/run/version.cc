// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/version.h"

#include <archive.h>
#include <fmt/format.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

namespace fdr::tools {

std::string VersionText() {
  return fmt::format(
      "fdr {}\n"
      "liblzma {}, zstd {}, {}, zlib {}, fmt {}.{}.{}",
      FDR_VERSION, lzma_version_string(), ZSTD_versionString(), archive_version_string(),
      zlibVersion(), FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100);
}

std::string ShortVersion() { return FDR_VERSION; }

}  // namespace fdr::tools
