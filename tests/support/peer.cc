// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/peer.h"

#include <gtest/gtest.h>

namespace fdr::test {

ChildOutcome RunPeer(std::vector<std::string> argv) {
  const std::string tool = argv.empty() ? "" : argv.front();
  // With an empty PCP_DERIVED_CONFIG, the peer does not add derived metrics.
  const auto outcome =
      RunChild({.argv = std::move(argv), .environment = {"PCP_DERIVED_CONFIG=", "TZ=UTC"}});
  if (!outcome) {
    ADD_FAILURE() << tool << ": " << outcome.error().Message();
    return {};
  }
  if (outcome->timed_out || outcome->signal != 0)
    ADD_FAILURE() << tool << (outcome->timed_out ? " ran out of time" : " was killed by a signal");
  return *outcome;
}

std::string PeerOutput(std::vector<std::string> argv) {
  std::string command;
  for (const std::string& word : argv) command += word + " ";
  const ChildOutcome outcome = RunPeer(std::move(argv));
  EXPECT_EQ(outcome.exit_status, 0) << command;
  EXPECT_EQ(outcome.err, "") << command;
  return outcome.out;
}

}  // namespace fdr::test
