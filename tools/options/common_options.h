// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Options that every verb has.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/archive/source/source_options.h"

namespace fdr::tools {

struct CommonOptions {
  bool json = false;
  bool quiet = false;
  std::string zone = "local";                      ///< local, archive, utc, or a name as in TZ
  std::uint64_t memory = std::uint64_t{64} << 20;  ///< bytes for caches
  // What a host may make us take, in bytes.
  std::uint64_t max_message = std::uint64_t{32} << 20;   ///< a message of its collector
  std::uint64_t max_metadata = std::uint64_t{64} << 20;  ///< all that it says about metrics
};

/// How files are read: with a cache of that size, and with temporary files where TMPDIR says, or in
/// /var/tmp.
SourceOptions SourceOptionsFor(const CommonOptions& common);

}  // namespace fdr::tools
