// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/default_metrics.h"

#include <algorithm>

namespace fdr::tools {

std::vector<std::string> DefaultMetrics(Context& context) {
  static const std::vector<std::string> kNames = {
      "kernel.all.load",
      "kernel.all.cpu.user",
      "kernel.all.cpu.nice",
      "kernel.all.cpu.sys",
      "kernel.all.cpu.wait.total",
      "kernel.all.cpu.steal",
      "kernel.all.cpu.idle",
      "kernel.all.runnable",
      "kernel.all.blocked",
      "kernel.all.intr",
      "kernel.all.pswitch",
      "kernel.all.pressure.cpu.some.total",
      "kernel.all.pressure.io.full.total",
      "kernel.all.pressure.memory.full.total",
      "mem.util.used",
      "mem.util.available",
      "mem.util.free",
      "mem.util.cached",
      "mem.util.dirty",
      "mem.vmstat.pgmajfault",
      "swap.used",
      "swap.pagesin",
      "swap.pagesout",
      "disk.all.read",
      "disk.all.write",
      "disk.all.read_bytes",
      "disk.all.write_bytes",
      "disk.all.avactive",
      "disk.dev.total_bytes",
      "disk.dev.avactive",
      "filesys.full",
      "network.interface.in.bytes",
      "network.interface.out.bytes",
      "network.interface.in.errors",
      "network.interface.out.errors",
      "network.tcp.retranssegs",
      "network.tcpconn.established",
      "proc.nprocs",
      "proc.psinfo.utime",
      "proc.psinfo.stime",
      "proc.psinfo.rss",
      "proc.io.read_bytes",
      "proc.io.write_bytes",
  };
  std::vector<std::string> present;
  const auto found = context.Find(kNames);
  for (std::size_t i = 0; found && i < kNames.size(); ++i)
    if ((*found)[i]) present.push_back(kNames[i]);
  return present;
}

Result<std::vector<std::string>> NumericMetrics(Context& context) {
  Result<std::vector<std::string>> names = context.Traverse("");
  if (!names) return names;
  std::sort(names->begin(), names->end());
  const auto ids = context.Find(*names);
  if (!ids) return Fail(ids.error());
  std::vector<std::string> numeric;
  for (std::size_t i = 0; i < names->size(); ++i) {
    if (!(*ids)[i]) continue;
    const Result<Desc> desc = context.DescOf(*(*ids)[i]);
    if (desc && IsNumeric(desc->type)) numeric.push_back(std::move((*names)[i]));
  }
  return numeric;
}

}  // namespace fdr::tools
