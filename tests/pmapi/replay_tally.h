// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Counts comparisons with the peer, and how often each reason explains a difference.

#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace fdr::test {

struct ReplayTally {
  std::size_t scenarios = 0, answers = 0, records = 0, interpolated = 0, values = 0;
  std::map<std::string, std::size_t> departures;  ///< of the peer, by their reason

  std::size_t Fetches() const { return records + interpolated; }
  void Print(const std::string& what) const;
};

}  // namespace fdr::test
