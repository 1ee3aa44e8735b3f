// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The peer is the installed PCP, with which the tests compare our programs.  Without PCP, they
// fail.

#pragma once

#include <string>
#include <vector>

#include "fdr/tests/support/child_process.h"

namespace fdr::test {

/// The archives of PCP's own tests.
inline constexpr const char* kPeerSuite = "/var/lib/pcp/testsuite";
inline constexpr const char* kPeerArchives = "/var/lib/pcp/testsuite/archives";
inline constexpr const char* kPeerDamagedArchives = "/var/lib/pcp/testsuite/badarchives";

/// Runs one of the peer's tools in UTC, without derived metrics.  The test fails if the tool cannot
/// be started, or if a signal or the time limit ends it.
ChildOutcome RunPeer(std::vector<std::string> argv);

/// Like RunPeer(), but also expects exit status 0 and an empty stderr.  Returns the output.
std::string PeerOutput(std::vector<std::string> argv);

}  // namespace fdr::test
