// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What each process used in a stretch of time, and in the time around it.

#pragma once

#include <array>
#include <string>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/why/machine_course.h"
#include "fdr/replay/why/process_names.h"

namespace fdr::why {

/// What processes use, in seconds and bytes.
enum Used : std::uint8_t {
  kOwnTime,       ///< of processors
  kChildrenTime,  ///< that of its children that have ended
  kDiskBytes,     ///< read and written
  kReadBytes,     ///< those of them that were read
  kQueueTime,     ///< it could run, and did not
  kBlockedTime,   ///< it waited for a disk, or something alike
  kMemoryTime,    ///< bytes of memory times seconds
  kUsedKinds,
};

/// A growth between two samples of a process.
struct UsagePiece {
  Timestamp from, to;
  double amount = 0;
  double read_part = 0;  ///< of bytes: how much of the amount was read, from 0 to 1
};

struct ProcessUsage {
  InstanceId pid = 0;
  InstanceId parent = 0;
  bool is_niced = false;                      ///< it runs at low priority
  std::string program = {}, user = {};        ///< "" if the archive does not say it
  std::array<double, kUsedKinds> in = {};     ///< in the stretch
  std::array<double, kUsedKinds> out = {};    ///< in the time around it
  std::array<double, kUsedKinds> total = {};  ///< at last, since it was started
  /// What its children may have added to, when they ended.
  std::vector<UsagePiece> children_time = {}, disk_bytes = {};
  double largest_memory = 0;  ///< in the stretch
  double memory_before = 0;   ///< the last value before the stretch
  Timestamp last_seen = {};
};

struct UsageWindow {
  Timestamp start, end;  ///< the stretch
  Timestamp from, to;    ///< with the time around it
  double lead = 0;       ///< seconds at the start that do not count as a part of its length

  double inside() const { return SecondsBetween(start, end) - lead; }
  double outside() const { return SecondsBetween(from, to) - SecondsBetween(start, end); }
  /// The part of a piece that lies in the stretch, from 0 to 1.
  double PartInside(const UsagePiece& piece) const;
  /// Adds what was used between two times, as if evenly.
  void Add(const UsagePiece& piece, Used used, ProcessUsage& usage) const;
};

/// What must be known of the machine.
struct UsageFacts {
  double processors = 1;
  double interval = 1;  ///< between two samples of processes, in seconds
  /// The last ones of the archive, for what the window does not name; or null.
  const ProcessNames* names = nullptr;
};

struct ProcessUses {
  std::vector<ProcessUsage> processes;  ///< by number
  bool is_cut = false;  ///< there is more than memory is given for, and some is missing
};

/// Empty if the archive has no processes.  Reads the window once, from some 70 samples earlier on:
/// they may have the names.
Result<ProcessUses> ReadUsage(ArchiveContext& archive, const UsageWindow& window,
                              const UsageFacts& facts, const GoOn& go_on);

/// Metrics of processes that the archive does not have, of those that are read.
Result<std::vector<std::string>> MissingOfProcesses(ArchiveContext& archive);

}  // namespace fdr::why
