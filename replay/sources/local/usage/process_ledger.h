// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The users of processors and disks between two samples, with those that came and went meanwhile.
// No second is counted twice, and none is left out that any process knows of:
//
//   * A process that is there has used what its own counters grew by.
//   * A process that has ended left its whole time to the one that waited for it, its heir.  So
//     the time of children of all that are there, less what the ended ones had shown before, is
//     what no sample has seen: docs/guide/processes.md.
//
// To whom this belongs is what the kernel says of processes that ended.  Where it does not say, it
// belongs to the heirs.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/sources/local/processes/process_scan.h"
#include "fdr/replay/sources/local/usage/estates.h"
#include "fdr/replay/sources/local/usage/exit_record.h"
#include "fdr/replay/sources/local/usage/usage.h"

namespace fdr::local {

class ProcessLedger {
 public:
  struct Sample {
    const ProcessScan& scan;
    /// Processes that were there after the scan, ascending.  No heir has their time yet.
    std::span<const InstanceId> after;
    /// The records since the last sample.
    std::span<const ExitRecord> exits;
    bool has_exits = false;  ///< the kernel makes records
    std::uint64_t now = 0;   ///< ticks since the machine was started, as in ScannedProcess::start
    /// For how long it was suspended so far; in microseconds.  Records leave this time out.
    std::uint64_t suspended = 0;
  };

  /// The name of the unit of a process, from its file /proc/PID/cgroup.
  using UnitOf = std::function<std::string_view(std::string_view cgroups)>;

  ProcessLedger(std::uint64_t nanos_of_tick, UnitOf unit_of)
      : tick_(nanos_of_tick), unit_of_(std::move(unit_of)) {}

  /// Hands out what was used since the last sample, in parts.  The first sample has none.
  void Update(const Sample& sample, const TakeUsage& take);

 private:
  struct Moment {
    std::uint64_t ticks = 0, suspended = 0;  // see Sample
  };
  // What one process has shown so far.
  struct Life {
    InstanceId pid = 0, parent = 0;
    std::uint64_t start = 0;
    std::uint64_t suspended = 0;  // the machine, at the last sample before this process was seen
    User user = {};
    std::size_t program = 0;                 // a hash of its name
    std::uint64_t cpu = 0, of_children = 0;  // nanoseconds
    std::uint64_t read = 0, written = 0;     // with those of children
    bool has_io = false;
    bool ignores_children = false;
    bool is_over = false;  // the kernel has said so
    Usage end = {};        // with the threads that ended before
  };

  void Meet(const Sample& sample, const TakeUsage& take);
  Life Grow(const ScannedProcess& process, const ProcessScan& scan, Life* before,
            const TakeUsage& take);
  void GrowBytes(const ScannedProcess& process, bool counts, Life& life);
  void Hear(std::span<const ExitRecord> exits, const TakeUsage& take);
  void CountExits(std::span<const ExitRecord> exits, const TakeUsage& take);
  std::string UnitOfEnded(const ExitRecord& record, const std::string& program) const;
  std::string UnitAbove(InstanceId parent) const;
  Life& LifeOf(const ExitRecord& record);
  bool Fits(const ExitRecord& record, const Life& life, const Moment& seen) const;
  Usage WithThreads(const ExitRecord& record);
  void Bury(const Life& life, const TakeUsage& take);
  const Life* Ended(InstanceId pid) const;
  const Life* HeirOf(const Life& life) const;
  void ForgetThreads();

  const std::uint64_t tick_;
  const UnitOf unit_of_;
  bool has_begun_ = false;
  std::uint64_t last_start_ = 0;
  Moment now_, before_;                            // of the last samples
  std::vector<Life> lives_, lives_before_, gone_;  // ascending by pid
  std::map<InstanceId, Life> unseen_;              // ended in this interval, and no scan saw them
  std::map<InstanceId, Usage> threads_;            // that ended, of processes that go on
  Estates estates_;
};

}  // namespace fdr::local
