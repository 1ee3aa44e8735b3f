// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The line at the end of a recording: how much was recorded, where it is, and how to look at it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fdr::tools {

/// The recording of one source.
struct RecordedPart {
  std::uint64_t samples = 0;
  std::uint64_t bytes = 0;
  std::vector<std::string> archives;  ///< base names, on the disk
  bool is_ring = false;               ///< older samples were dropped
};

/// Empty if nothing was recorded.
std::string RecordSummary(const std::vector<RecordedPart>& parts);

}  // namespace fdr::tools
