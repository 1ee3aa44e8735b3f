// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the kernel says of a thread that has ended: its taskstats, in a message of generic netlink.
// docs/journal/who.md has what was measured.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_order.h"

namespace fdr::local {

struct ExitRecord {
  std::int32_t process = 0;
  std::int32_t parent = 0;  ///< of the process, when the thread ended
  std::uint32_t user = 0;
  bool ends_process = false;  ///< no other thread is left
  bool is_kernel_thread = false;
  std::string program = {};  ///< at most 15 bytes, which may be any but NUL
  /// Nanoseconds, about.  The kernel does not tell what the thread used since it last came to a
  /// processor, nor what it uses to end.
  std::uint64_t cpu = 0;
  std::uint64_t lived = 0;    ///< microseconds, of the process
  std::uint64_t read = 0;     ///< bytes, from disks
  std::uint64_t written = 0;  ///< the same, to disks
};

/// Facts of the running kernel, to read its messages with.
struct ExitKind {
  std::uint16_t family = 0;  ///< the number of taskstats; messages with another one have no records
  std::uint64_t tick = 0;    ///< nanoseconds, after which the kernel brings CPU times up to date
};

/// Appends the records of a message.  False, and nothing is appended, if a record is damaged, or is
/// of a kernel before 5.19, whose records do not name the process of a thread.
bool ReadExitMessage(Bytes message, const ExitKind& kind, std::vector<ExitRecord>& records);

}  // namespace fdr::local
