// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/base/peer_version.h"

#include <cstdlib>
#include <string_view>

namespace fdr::pmapi {

bool SpeaksVersion7() {
  static const bool is_7 = [] {
    const char* const version = std::getenv("FDR_PCP_VERSION");
    return version != nullptr && std::string_view(version) == "7";
  }();
  return is_7;
}

// A program can use every name that is listed.
bool ListsUselessNames() { return false; }

bool HasPeersWords() { return false; }

bool RepeatsFaults() { return false; }

// The built-in collector needs none.
bool LocalContextsHaveAgents() { return false; }

}  // namespace fdr::pmapi
