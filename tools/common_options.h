// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Options that every verb has.

#pragma once

#include <cstdint>
#include <string>

namespace fdr::tools {

struct CommonOptions {
  bool json = false;
  bool quiet = false;
  std::string zone = "local";                      ///< local, archive, utc, or a name as in TZ
  unsigned jobs = 0;                               ///< 0: as many as there are processors
  std::uint64_t memory = std::uint64_t{64} << 20;  ///< bytes for caches
};

}  // namespace fdr::tools
