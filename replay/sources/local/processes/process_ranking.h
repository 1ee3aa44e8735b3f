// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the processes that use most: by CPU time and by disk since the sample before, and by memory
// now.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fdr::local {

struct ProcessUse {
  std::uint64_t cpu = 0;     ///< since the sample before
  std::uint64_t io = 0;      ///< the same
  std::uint64_t memory = 0;  ///< now
};

/// The places of the first `most` in each order, each place once: first those that use most CPU
/// time, then disk, then memory.  A process that uses nothing is not among the first.
std::vector<std::size_t> RankProcesses(std::span<const ProcessUse> uses, std::size_t most);

/// How much a counter has grown.  One that went back has begun again.
constexpr std::uint64_t Growth(std::uint64_t before, std::uint64_t now) {
  return now >= before ? now - before : now;
}

}  // namespace fdr::local
