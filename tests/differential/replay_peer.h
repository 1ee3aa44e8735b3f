// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Asks the installed PCP library what replay_operations.h describes, through peer_replay.c.

#pragma once

#include <vector>

#include "fdr/tests/differential/replay_operations.h"

namespace fdr::test {

/// Each scenario begins with "open".  Of one that kills the peer, or that it does not finish, only
/// the answers before that are there, and the next scenarios are asked of another process.
std::vector<Answers> AskPeer(const std::vector<Operations>& scenarios);

/// How often the peer died or had to be killed so far.
int PeerDeaths();

}  // namespace fdr::test
