// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The installed PCP, that ours is compared with.  A test without it fails.

#pragma once

#include <string>
#include <vector>

#include "fdr/tests/support/child_process.h"

namespace fdr::test {

/// The archives that it brings for its own tests.
inline constexpr const char* kPeerArchives = "/var/lib/pcp/testsuite/archives";
inline constexpr const char* kPeerDamagedArchives = "/var/lib/pcp/testsuite/badarchives";

/// Runs one of the peer's tools in UTC, without derived metrics of its own.
/// That it cannot be started, or is killed by a signal or the time limit, is a failure of the test.
ChildOutcome RunPeer(std::vector<std::string> argv);

/// RunPeer, of which both exit status 0 and silence on stderr are expected; gives what it printed.
std::string PeerOutput(std::vector<std::string> argv);

}  // namespace fdr::test
