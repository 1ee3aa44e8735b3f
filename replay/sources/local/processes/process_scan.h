// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The files that are read of every process, to distinguish the busy ones from the others.
//
// Most processes sleep.  For a process with one thread that has not run since the scan before, only
// schedstat is read, which says so; the other files cannot have changed much.  What can change is
// the memory that the kernel takes from a sleeping process: RereadSleepers() is for processes whose
// exact values matter.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/sources/local/processes/process_list.h"

namespace fdr::local {

/// The files of each process that a scan reads.
enum class ScannedFile : std::uint8_t { kStat, kIo, kSchedstat, kCgroup };
inline constexpr std::size_t kScannedFiles = 4;

/// The file with that name below /proc/PID; nullopt if scans do not read it.
std::optional<ScannedFile> ScannedFileNamed(std::string_view name);

/// What a scan saw of a process.
struct ScannedProcess {
  InstanceId pid = 0;
  /// When it was started.  Two processes with one identifier differ in this.
  std::uint64_t start = 0;
  std::uint64_t cpu = 0;     ///< ticks so far
  std::uint64_t ran = 0;     ///< nanoseconds so far, of its first thread
  std::uint64_t io = 0;      ///< bytes from and to disks so far
  std::uint64_t read = 0;    ///< of these, from disks
  std::uint64_t memory = 0;  ///< pages
  std::size_t program = 0;   ///< a hash of the program's name
  std::uint64_t threads = 0;
  InstanceId parent = 0;
  std::uint64_t of_children = 0;  ///< ticks of CPU time, of those that it has waited for
  std::uint32_t user = 0;         ///< whose rights it has
  char state = '?';
  bool has_memory = false;
  bool has_io = false;            ///< the numbers of bytes may be read
  bool ignores_children = false;  ///< does not wait for them
  bool has_slept = false;         ///< since the scan before, whose files it still has

  /// The place of a file in the text of the scan.
  struct Piece {
    std::size_t first = 0, size = 0;
    bool is_there = false;
  };
  Piece files[kScannedFiles];
};

class ProcessScan {
 public:
  /// Processes that vanish meanwhile are left out.
  void Read(ProcessList& list, std::uint64_t reading, ReadBuffer& buffer,
            const ProcessScan& before);
  /// Reads all but schedstat of those that have slept.  The identifiers ascend, and are of this
  /// scan.
  void RereadSleepers(ProcessList& list, ReadBuffer& buffer, std::span<const InstanceId> pids);

  /// Ascending by identifier.
  std::span<const ScannedProcess> processes() const { return processes_; }
  /// nullptr if there is no such process.
  const ScannedProcess* Find(InstanceId pid) const;
  /// Valid until the next Read(); nullopt for a file that could not be read.
  std::optional<std::string_view> TextOf(const ScannedProcess& process, ScannedFile file) const;
  /// The start of the youngest process; 0 without any.
  std::uint64_t last_start() const { return last_start_; }

 private:
  void Keep(ScannedProcess& process, ScannedFile file, std::optional<std::string_view> content);
  bool ReadFiles(ScannedProcess& process, ProcessList& list, ReadBuffer& buffer);
  ScannedProcess Carry(const ScannedProcess& sleeper, const ProcessScan& before);

  std::vector<ScannedProcess> processes_;
  std::string text_;  // of all files
  std::uint64_t last_start_ = 0;
};

}  // namespace fdr::local
