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
  // The most memory that a host may make us use, in bytes:
  std::uint64_t max_message = std::uint64_t{32} << 20;   ///< a message of its collector
  std::uint64_t max_metadata = std::uint64_t{64} << 20;  ///< all its data about metrics
};

/// How files are read: with a cache of `memory` bytes, and with temporary files in $TMPDIR or
/// /var/tmp.
SourceOptions SourceOptionsFor(const CommonOptions& common);

}  // namespace fdr::tools
