// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The sums of what was used in a stretch of time, by process, program, user and unit.  Programs,
// users and units have what all their processes used, also those that came and went between two
// samples, if the archive has the counters `fdr.usage` (docs/guide/processes.md#who).

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/why/machine_course.h"

namespace fdr::why {

/// Processor time in seconds, and bytes from and to disks.
struct UsedAmounts {
  double cpu = 0, read = 0, written = 0;

  bool any() const { return cpu > 0 || read > 0 || written > 0; }
  void Add(const UsedAmounts& other) {
    cpu += other.cpu;
    read += other.read;
    written += other.written;
  }
};

struct UsageRow {
  std::string name;                    ///< of a process, its program; "" if nothing says it
  std::optional<InstanceId> pid = {};  ///< of a process
  std::string user = {};               ///< of a process; "" if nothing says it
  UsedAmounts used = {};
};

struct UsageTable {
  std::string_view by;              ///< "process", "program", "user" or "unit"
  bool is_counted = false;          ///< by `fdr.usage`, so it has what no sample saw
  bool is_cut = false;              ///< some are in no row: there are more than memory is given for
  std::vector<UsageRow> rows = {};  ///< those that used anything
};

struct StretchUsage {
  Timestamp start, end;
  std::vector<UsageTable> tables;  ///< those that the archive has something for
  /// By processes that came and went: no row of a process has it.
  UsedAmounts unseen;
};

/// Reads the stretch and a little around it twice, once from some 70 samples earlier on: they may
/// have the names of processes.  Memory has a limit that no archive changes.
Result<StretchUsage> UsageOfStretch(ArchiveContext& archive, Timestamp start, Timestamp end,
                                    const GoOn& go_on);

}  // namespace fdr::why
