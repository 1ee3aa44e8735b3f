// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An invented process in a KernelTree.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/tests/local/kernel_tree.h"

namespace fdr::test {

struct ToyProcess {
  int pid = 1;
  std::string program = "toy";
  std::string arguments = {};  ///< with NULs; empty: as of a kernel thread
  std::uint64_t start = 100;   ///< ticks
  std::uint64_t user = 0;      ///< ticks, of which there are 100 a second
  std::uint64_t memory = 0;    ///< pages
  std::uint64_t read = 0;      ///< bytes
  std::uint64_t turns = 1;     ///< how often it got a processor
  int threads = 1;
  char state = 'S';
  int owner = 0;
  int parent = 0;
  std::uint64_t of_children = 105;  ///< ticks, of children that it has waited for
  std::uint64_t ignored = 8;        ///< the signals, by bits
  std::string unit = {};            ///< of systemd, at the top

  /// Writes its files, again if it has some.
  void Put(const KernelTree& tree) const;
};

}  // namespace fdr::test
