// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs replay_driver.c linked with our library, and with PCP's.

#pragma once

#include "fdr/tests/differential/replay_operations.h"

namespace fdr::test {

enum class Side { kOurs, kPeers };

/// One process for the scenario.  If ours dies, or does not come to an end, that is a failure; of
/// the peer, only the answers before that are there.
Answers RunDriver(Side side, const Operations& operations);

/// How often the peer died, or had to be killed, so far.
struct PeerLosses {
  int died = 0, killed = 0;
};
PeerLosses LossesOfPeer();

}  // namespace fdr::test
