// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/local/peer_departures.h"

namespace fdr::test {
namespace {

constexpr std::string_view kShifted =
    "PCP takes it from the field of /proc/PID/stat behind the right one";
constexpr std::string_view kZero = "PCP says 0, and never anything else";

constexpr std::string_view kLastPath = "PCP has that of the last path, not of all or the first";
constexpr std::string_view kAsking = "depends on the reader, and on its way of reading";

constexpr std::string_view kWholeBits = "PCP takes the whole part for the bits of a float";

constexpr Departure kDepartures[] = {
    {"pmcd.pid", "says something about the collector"},
    {"pmcd.seqnum", "says something about the collector"},
    {"pmcd.version", "says something about the collector"},
    {"proc.psinfo.priority", kShifted},
    {"proc.psinfo.rt_priority", kShifted},
    {"proc.psinfo.policy", kShifted},
    {"proc.psinfo.delayacct_blkio_time", kShifted},
    {"proc.psinfo.guest_time", kShifted},
    {"proc.psinfo.cguest_time", kShifted},
    {"proc.id.container", "PCP finds fewer containers"},
    {"proc.id.gid", "PCP says the number of the user"},
    {"proc.psinfo.ngid", "PCP says 11 for every process"},
    {"proc.psinfo.labels", "PCP reads no byte of it, and never has it"},
    {"mem.numa.util.pageTables", kZero},
    {"mem.numa.util.mapped", kZero},
    {"hinv.cpu.thermal_throttle.", "PCP says 0 where the processor does not count"},
    {"mem.vmstat.pgsteal_total",
     "PCP adds pgsteal_anon and pgsteal_file, which are the same pages again"},
    {"mem.zoneinfo.nr_free_pages", "PCP knows it only of kernels that had it by node"},
    {"network.mptcp.rcvpruned", "PCP does not know where newer kernels have it"},
    {"kernel.all.running", kAsking, 100},
    {"kernel.all.runnable", kAsking, 100},
    {"kernel.all.blocked", kAsking, 100},
    {"proc.runq.", kAsking, 100},
    {"vfs.files.count", kAsking, 1000},
    {"proc.smaps.pss", "depends on the other users of the pages", 2000},
    {"cgroup.cpuset.cpus", "PCP does not read it in version 2"},
    {"cgroup.cpuset.mems", "PCP does not read it in version 2"},
    {"cgroup.cpuacct.stat.",
     "PCP has ticks where it says milliseconds, and zeros without this controller"},
    {"cgroup.cpuacct.id.", "PCP has groups without this controller"},
    {"cgroup.netclass.", "PCP does not find this controller"},
    {"cgroup.pressure.cpu.some.avg", kWholeBits},
    {"cgroup.pressure.io.some.avg", kWholeBits},
    {"cgroup.pressure.io.full.avg", kWholeBits},
    {"cgroup.pressure.irq.full.avg", kWholeBits},
    {"cgroup.pressure.memory.some.avg", kWholeBits},
    {"cgroup.pressure.memory.full.avg", kWholeBits},
    {"disk.wwid.discard_bytes", kLastPath},
    {"disk.wwid.scheduler", kLastPath},
    {"disk.wwid.capacity", "PCP never has it"},
    {"disk.md.status", "PCP runs mdadm for it"},
};

}  // namespace

const Departure* DepartureOf(std::string_view metric) {
  for (const Departure& departure : kDepartures)
    if (metric.starts_with(departure.metrics)) return &departure;
  return nullptr;
}

std::span<const Departure> AllDepartures() { return kDepartures; }

bool IsOfGroups(std::string_view metric) { return metric.starts_with("cgroup."); }

bool IsOfGroups(InDomId indom) {
  return indom.domain() == 3 && indom.serial() >= 16 && indom.serial() <= 27;
}

}  // namespace fdr::test
