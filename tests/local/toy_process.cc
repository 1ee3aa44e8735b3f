// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/local/toy_process.h"

#include <fmt/format.h>

namespace fdr::test {

void ToyProcess::Put(const KernelTree& tree) const {
  const std::string directory = fmt::format("proc/{}/", pid);
  tree.Write(
      directory + "stat",
      fmt::format("{} ({}) {} {} 1 1 0 -1 4194304 11 12 13 14 {} 0 {} 58 20 0 {} 0 {} 4096000 "
                  "{} 18446744073709551615 1 2 3 4 5 6 7 {} 9 1 0 0 17 1 0 0 21 22 23\n",
                  pid, program, state, parent, user, of_children - 58, threads, start, memory,
                  ignored));
  tree.Write(directory + "io",
             fmt::format("rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: {}\n"
                         "write_bytes: 0\ncancelled_write_bytes: 0\n",
                         read));
  tree.Write(directory + "schedstat", fmt::format("{} 0 {}\n", user * 10'000'000, turns));
  tree.Write(directory + "status",
             fmt::format("Name:\t{0}\nUid:\t{1}\t{1}\t{1}\t{1}\n", "toy", owner));
  tree.Write(directory + "comm", program + "\n");
  tree.Write(directory + "cgroup", unit.empty() ? "0::/\n" : "0::/" + unit + "\n");
  tree.Write(directory + "cmdline", arguments);
}

}  // namespace fdr::test
