// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The tools that load this library are those of PCP 6.0.3, whatever the environment says.

#include "fdr/replay/pcp/pmapi/base/peer_version.h"

namespace fdr::pmapi {

bool SpeaksVersion7() { return false; }

// Their messages, and what they do next, depend on it.
bool ListsUselessNames() { return true; }

bool HasPeersWords() { return true; }

// The tools have adapted to them, and their output is to be the same.
bool RepeatsFaults() { return true; }

// Tools with -L ask for metrics of agents.
bool LocalContextsHaveAgents() { return true; }

}  // namespace fdr::pmapi
