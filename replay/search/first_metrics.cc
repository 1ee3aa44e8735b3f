// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/first_metrics.h"

#include <algorithm>
#include <array>

namespace fdr {
namespace {

constexpr std::array<std::string_view, 46> kFirst = {
    "kernel.all.load",
    "kernel.all.cpu.user",
    "kernel.all.cpu.sys",
    "kernel.all.cpu.wait.total",
    "kernel.all.cpu.idle",
    "kernel.all.cpu.nice",
    "kernel.all.cpu.steal",
    "kernel.all.pswitch",
    "kernel.all.intr",
    "kernel.all.cpu.intr",
    "kernel.all.nprocs",
    "kernel.all.runnable",
    "kernel.all.blocked",
    "kernel.all.nusers",
    "kernel.all.uptime",
    "mem.util.used",
    "mem.util.available",
    "mem.util.free",
    "mem.util.cached",
    "mem.physmem",
    "mem.freemem",
    "swap.used",
    "swap.free",
    "swap.pagesin",
    "swap.pagesout",
    "disk.all.total",
    "disk.all.read",
    "disk.all.write",
    "disk.all.total_bytes",
    "disk.all.read_bytes",
    "disk.all.write_bytes",
    "disk.all.avactive",
    "disk.dev.total",
    "disk.dev.total_bytes",
    "filesys.full",
    "filesys.used",
    "filesys.free",
    "network.interface.in.bytes",
    "network.interface.out.bytes",
    "network.interface.in.packets",
    "network.interface.out.packets",
    "network.interface.in.errors",
    "network.interface.out.errors",
    "network.interface.in.drops",
    "network.interface.out.drops",
    "network.tcp.retranssegs",
};

}  // namespace

std::optional<std::size_t> PlaceAmongFirst(std::string_view name) {
  const auto* const found = std::find(kFirst.begin(), kFirst.end(), name);
  if (found == kFirst.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kFirst.begin());
}

}  // namespace fdr
