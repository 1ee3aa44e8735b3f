// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/replay_tally.h"

#include <iostream>

#include "fdr/tests/pmapi/replay_twins.h"

namespace fdr::test {

void ReplayTally::Print(const std::string& what) const {
  std::cout << what << ": " << scenarios << " scenarios, " << answers
            << " answers compared, of them " << records << " fetches of records, " << interpolated
            << " interpolated ones, with " << values << " values";
  for (const auto& [reason, count] : departures) std::cout << "; " << reason << ": " << count;
  const PeerLosses losses = LossesOfPeer();
  std::cout << "; the peer died " << losses.died << " times and was killed " << losses.killed
            << " times\n";
}

}  // namespace fdr::test
