// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The state that all sources share: file locations, grids, instance tables and buffers.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fdr/replay/profile.h"
#include "fdr/replay/sources/local/applications.h"
#include "fdr/replay/sources/local/grid.h"
#include "fdr/replay/sources/local/grid_id.h"
#include "fdr/replay/sources/local/instance_table.h"
#include "fdr/replay/sources/local/kernel_file.h"
#include "fdr/replay/sources/local/local_context.h"
#include "fdr/replay/sources/local/processes/busy_processes.h"
#include "fdr/replay/sources/local/processes/process_list.h"

namespace fdr::local {

class Machine {
 public:
  explicit Machine(LocalOptions machine_options);

  LocalOptions options;
  Applications applications;             ///< metrics that programs keep in files
  std::uint64_t page_size = 4096;        ///< bytes
  std::uint64_t ticks_per_second = 100;  ///< of the kernel's time counters
  ProcessList processes;
  ReadBuffer buffer;                    ///< for any reader; the next one overwrites it
  std::unique_ptr<BusyProcesses> busy;  ///< null: every process counts
  std::uint64_t reading = 0;            ///< number of the present reading
  const Profile* profile = nullptr;     ///< of the present reading, for sources with many instances

  /// The processes of the present reading, ascending: all, or those that are busy.
  std::span<const InstanceId> Processes() {
    return busy != nullptr ? busy->shown() : processes.At(reading);
  }
  /// Reads a file of a process, perhaps as it was: see BusyProcesses::ShowEarlier().
  std::optional<std::string_view> ReadProcess(InstanceId pid, const char* file, Pieces pieces);

  Grid& grid(GridId id) { return grids_[static_cast<std::size_t>(id)]; }
  /// The instances of a domain, which several sources and grids may share.
  InstanceTable& instances(InDomId indom) { return instances_[indom]; }
  InstanceTable& instances(GridId id);

  std::string Proc(std::string_view path) const { return options.proc + "/" + std::string(path); }
  std::string Sys(std::string_view path) const { return options.sys + "/" + std::string(path); }
  std::string Etc(std::string_view path) const { return options.etc + "/" + std::string(path); }

  std::uint64_t PagesToKbytes(std::uint64_t pages) const { return pages * (page_size / 1024); }
  std::uint64_t TicksToMillis(std::uint64_t ticks) const { return ticks * 1000 / ticks_per_second; }

 private:
  std::array<Grid, kGridCount> grids_;
  std::unordered_map<InDomId, InstanceTable> instances_;  // its elements never move
};

}  // namespace fdr::local
