// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The fields of /proc/PID/stat: see proc(5).
//
//     1 (the (odd) program) S 0 1 1 ...

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fdr::local {

// From the fourth field on: before these are the identifier, the program and the state.
inline constexpr std::string_view kStatNames[] = {
    "ppid",        "pgrp",        "session",
    "tty_nr",      "tpgid",       "flags",
    "minflt",      "cminflt",     "majflt",
    "cmajflt",     "utime",       "stime",
    "cutime",      "cstime",      "priority",
    "nice",        "num_threads", "itrealvalue",
    "starttime",   "vsize",       "rss",
    "rsslim",      "startcode",   "endcode",
    "startstack",  "kstkesp",     "kstkeip",
    "signal",      "blocked",     "sigignore",
    "sigcatch",    "wchan",       "nswap",
    "cnswap",      "exit_signal", "processor",
    "rt_priority", "policy",      "delayacct_blkio_ticks",
    "guest_time",  "cguest_time"};
inline constexpr std::size_t kStatFieldCount = std::size(kStatNames);

consteval std::size_t StatFieldIndex(std::string_view name) {
  std::size_t i = 0;
  while (kStatNames[i] != name) ++i;
  return i;
}

/// Borrows the text.
struct StatFields {
  std::uint64_t pid = 0;
  std::string_view program;                                 ///< without its parentheses
  std::string_view state;                                   ///< a letter
  std::array<std::uint64_t, kStatFieldCount> numbers = {};  ///< by StatFieldIndex()
  std::size_t count = 0;                                    ///< of these; older kernels have fewer

  /// nullopt if the text does not reach up to the memory in use.
  static std::optional<StatFields> Parse(std::string_view text);
};

}  // namespace fdr::local
