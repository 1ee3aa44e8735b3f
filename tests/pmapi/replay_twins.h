// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs replay_driver.c linked with our library, and with PCP's.

#pragma once

#include "fdr/tests/differential/replay_operations.h"

namespace fdr::test {

enum class Side { kOurs, kPeers };

/// Runs the scenario in one process.  If our process dies or does not end, the test fails.  If the
/// peer's process does, the result has only the answers before that.
Answers RunDriver(Side side, const Operations& operations);

/// How often the peer died, or had to be killed, so far.
struct PeerLosses {
  int died = 0, killed = 0;
};
PeerLosses LossesOfPeer();

}  // namespace fdr::test
