// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/machine.h"

#include <unistd.h>

namespace fdr::local {

Machine::Machine(LocalOptions machine_options)
    : options(std::move(machine_options)), applications(options), processes(options.proc) {
  if (const long size = sysconf(_SC_PAGESIZE); size >= 1024)
    page_size = static_cast<std::uint64_t>(size);
  if (const long ticks = sysconf(_SC_CLK_TCK); ticks > 0)
    ticks_per_second = static_cast<std::uint64_t>(ticks);
  if (options.busy) busy = std::make_unique<BusyProcesses>(*options.busy, processes, buffer);
}

std::optional<std::string_view> Machine::ReadProcess(InstanceId pid, const char* file,
                                                     Pieces pieces) {
  if (busy != nullptr)
    if (const auto scanned = ScannedFileNamed(file)) return busy->TextOf(pid, *scanned);
  return processes.Read(pid, file, buffer, pieces);
}

InstanceTable& Machine::instances(GridId id) { return instances(InfoOf(id).indom); }

}  // namespace fdr::local
