// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Asks the installed PCP library the questions of replay_operations.h, through peer_replay.c.

#pragma once

#include <vector>

#include "fdr/tests/differential/replay_operations.h"

namespace fdr::test {

/// Each scenario begins with "open".  If a scenario kills the peer, or the peer does not finish it,
/// only the earlier answers are returned.  Another process is asked the next scenarios.
std::vector<Answers> AskPeer(const std::vector<Operations>& scenarios);

/// How often the peer has died or had to be killed so far.
int PeerDeaths();

}  // namespace fdr::test
