// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric table: control groups.

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {
namespace {

constexpr MetricRow kCgroupSubsysRows[] = {
    {"cgroup.subsys.hierarchy", Proc(37, 0), kU32, kInstant, kNoUnits, "hierarchy",
     "number of its hierarchy"},
    {"cgroup.subsys.num_cgroups", Proc(37, 2), kU32, kInstant, kNoUnits, "num_cgroups", "groups"},
    {"cgroup.subsys.enabled", Proc(37, 3), kU32, kInstant, kNoUnits, "enabled",
     "whether it is in use"},
};

constexpr MetricRow kCgroupSubsysCountRows[] = {
    {"cgroup.subsys.count", Proc(37, 1), kU32, kInstant, kCount, "count", "controllers"},
};

constexpr MetricRow kCgroupMountRows[] = {
    {"cgroup.mounts.subsys", Proc(38, 0), kString, kInstant, kNoUnits, "controllers",
     "controllers of a mount"},
};

constexpr MetricRow kCgroupMountCountRows[] = {
    {"cgroup.mounts.count", Proc(38, 1), kU32, kInstant, kCount, "count", "mounts of controllers"},
};

constexpr MetricRow kCgroup2Rows[] = {
    {"cgroup.cpu.stat.user", Proc(67, 0), kU64, kCounter, kMicrosec, "cpu.user_usec",
     "time in user mode"},
    {"cgroup.cpu.stat.system", Proc(67, 1), kU64, kCounter, kMicrosec, "cpu.system_usec",
     "time in the kernel"},
    {"cgroup.cpu.stat.usage", Proc(67, 2), kU64, kCounter, kMicrosec, "cpu.usage_usec",
     "time on processors"},
    {"cgroup.pressure.cpu.some.avg10sec", Proc(64, 0), kFloat, kInstant, kNoUnits,
     "cpu.some.avg10sec", "share of the time that some tasks were held up by cpu"},
    {"cgroup.pressure.cpu.some.avg1min", Proc(64, 1), kFloat, kInstant, kNoUnits,
     "cpu.some.avg1min", "share of the time that some tasks were held up by cpu"},
    {"cgroup.pressure.cpu.some.avg5min", Proc(64, 2), kFloat, kInstant, kNoUnits,
     "cpu.some.avg5min", "share of the time that some tasks were held up by cpu"},
    {"cgroup.pressure.cpu.some.total", Proc(64, 3), kU64, kInstant, kMicrosec, "cpu.some.total",
     "how long some tasks were held up by cpu"},
    {"cgroup.pressure.memory.some.avg10sec", Proc(66, 0), kFloat, kInstant, kNoUnits,
     "memory.some.avg10sec", "share of the time that some tasks were held up by memory"},
    {"cgroup.pressure.memory.some.avg1min", Proc(66, 1), kFloat, kInstant, kNoUnits,
     "memory.some.avg1min", "share of the time that some tasks were held up by memory"},
    {"cgroup.pressure.memory.some.avg5min", Proc(66, 2), kFloat, kInstant, kNoUnits,
     "memory.some.avg5min", "share of the time that some tasks were held up by memory"},
    {"cgroup.pressure.memory.some.total", Proc(66, 3), kU64, kInstant, kMicrosec,
     "memory.some.total", "how long some tasks were held up by memory"},
    {"cgroup.pressure.memory.full.avg10sec", Proc(66, 4), kFloat, kInstant, kNoUnits,
     "memory.full.avg10sec", "share of the time that all tasks were held up by memory"},
    {"cgroup.pressure.memory.full.avg1min", Proc(66, 5), kFloat, kInstant, kNoUnits,
     "memory.full.avg1min", "share of the time that all tasks were held up by memory"},
    {"cgroup.pressure.memory.full.avg5min", Proc(66, 6), kFloat, kInstant, kNoUnits,
     "memory.full.avg5min", "share of the time that all tasks were held up by memory"},
    {"cgroup.pressure.memory.full.total", Proc(66, 7), kU64, kInstant, kMicrosec,
     "memory.full.total", "how long all tasks were held up by memory"},
    {"cgroup.pressure.io.some.avg10sec", Proc(65, 0), kFloat, kInstant, kNoUnits,
     "io.some.avg10sec", "share of the time that some tasks were held up by io"},
    {"cgroup.pressure.io.some.avg1min", Proc(65, 1), kFloat, kInstant, kNoUnits, "io.some.avg1min",
     "share of the time that some tasks were held up by io"},
    {"cgroup.pressure.io.some.avg5min", Proc(65, 2), kFloat, kInstant, kNoUnits, "io.some.avg5min",
     "share of the time that some tasks were held up by io"},
    {"cgroup.pressure.io.some.total", Proc(65, 3), kU64, kInstant, kMicrosec, "io.some.total",
     "how long some tasks were held up by io"},
    {"cgroup.pressure.io.full.avg10sec", Proc(65, 4), kFloat, kInstant, kNoUnits,
     "io.full.avg10sec", "share of the time that all tasks were held up by io"},
    {"cgroup.pressure.io.full.avg1min", Proc(65, 5), kFloat, kInstant, kNoUnits, "io.full.avg1min",
     "share of the time that all tasks were held up by io"},
    {"cgroup.pressure.io.full.avg5min", Proc(65, 6), kFloat, kInstant, kNoUnits, "io.full.avg5min",
     "share of the time that all tasks were held up by io"},
    {"cgroup.pressure.io.full.total", Proc(65, 7), kU64, kInstant, kMicrosec, "io.full.total",
     "how long all tasks were held up by io"},
    {"cgroup.pressure.irq.full.avg10sec", Proc(76, 0), kFloat, kInstant, kNoUnits,
     "irq.full.avg10sec", "share of the time that all tasks were held up by interrupts"},
    {"cgroup.pressure.irq.full.avg1min", Proc(76, 1), kFloat, kInstant, kNoUnits,
     "irq.full.avg1min", "share of the time that all tasks were held up by interrupts"},
    {"cgroup.pressure.irq.full.avg5min", Proc(76, 2), kFloat, kInstant, kNoUnits,
     "irq.full.avg5min", "share of the time that all tasks were held up by interrupts"},
    {"cgroup.pressure.irq.full.total", Proc(76, 3), kU64, kInstant, kMicrosec, "irq.full.total",
     "how long all tasks were held up by interrupts"},
};

constexpr MetricRow kCgroupCpusetRows[] = {
    {"cgroup.cpuset.cpus", Proc(39, 0), kString, kInstant, kNoUnits, "cpuset.cpus",
     "processors that it may use"},
    {"cgroup.cpuset.mems", Proc(39, 1), kString, kInstant, kNoUnits, "cpuset.mems",
     "NUMA nodes whose memory it may use"},
    {"cgroup.cpuset.id.container", Proc(39, 2), kString, kDiscrete, kNoUnits, "container",
     "container of the group"},
};

constexpr MetricRow kCgroupCpuacctRows[] = {
    {"cgroup.cpuacct.usage", Proc(41, 2), kU64, kCounter, kNanosec, "cpuacct.usage",
     "time on processors"},
    {"cgroup.cpuacct.stat.user", Proc(41, 0), kU64, kCounter, kMillisec, "user",
     "time in user mode"},
    {"cgroup.cpuacct.stat.system", Proc(41, 1), kU64, kCounter, kMillisec, "system",
     "time in the kernel"},
    {"cgroup.cpuacct.id.container", Proc(41, 4), kString, kDiscrete, kNoUnits, "container",
     "container of the group"},
};

constexpr MetricRow kCgroupCpuacctCpuRows[] = {
    {"cgroup.cpuacct.usage_percpu", Proc(41, 3), kU64, kCounter, kNanosec, "usage",
     "time on a processor"},
};

constexpr MetricRow kCgroupCpuRows[] = {
    {"cgroup.cpusched.shares", Proc(43, 0), kU64, kInstant, kNoUnits, "cpu.shares",
     "weight among its neighbours"},
    {"cgroup.cpusched.periods", Proc(43, 1), kU64, kInstant, kNoUnits, "nr_periods",
     "periods that were counted"},
    {"cgroup.cpusched.throttled", Proc(43, 2), kU64, kInstant, kNoUnits, "nr_throttled",
     "periods in which it had to wait"},
    {"cgroup.cpusched.throttled_time", Proc(43, 3), kU64, kCounter, kNanosec, "throttled_time",
     "how long it had to wait"},
    {"cgroup.cpusched.cfs_period", Proc(43, 4), kU64, kInstant, kMicrosec, "cpu.cfs_period_us",
     "length of a period"},
    {"cgroup.cpusched.cfs_quota", Proc(43, 5), k64, kInstant, kMicrosec, "cpu.cfs_quota_us",
     "time that it may run in a period"},
    {"cgroup.cpusched.id.container", Proc(43, 6), kString, kDiscrete, kNoUnits, "container",
     "container of the group"},
};

constexpr MetricRow kCgroupMemoryRows[] = {
    {"cgroup.memory.usage", Proc(45, 80), kU64, kInstant, kByte, "memory.usage_in_bytes",
     "memory in use"},
    {"cgroup.memory.limit", Proc(45, 81), kU64, kInstant, kByte, "memory.limit_in_bytes",
     "memory that it may use"},
    {"cgroup.memory.failcnt", Proc(45, 82), kU64, kCounter, kCount, "memory.failcnt",
     "how often it wanted more"},
    {"cgroup.memory.current", Proc(45, 90), kU64, kInstant, kByte, "memory.current",
     "memory in use, of version 2"},
    {"cgroup.memory.stat.cache", Proc(45, 0), kU64, kInstant, kByte, "cache", ""},
    {"cgroup.memory.stat.rss", Proc(45, 1), kU64, kInstant, kByte, "rss", ""},
    {"cgroup.memory.stat.rss_huge", Proc(45, 2), kU64, kInstant, kByte, "rss_huge", ""},
    {"cgroup.memory.stat.mapped_file", Proc(45, 3), kU64, kInstant, kByte, "mapped_file", ""},
    {"cgroup.memory.stat.writeback", Proc(45, 4), kU64, kInstant, kByte, "writeback", ""},
    {"cgroup.memory.stat.swap", Proc(45, 5), kU64, kInstant, kByte, "swap", ""},
    {"cgroup.memory.stat.pgpgin", Proc(45, 6), kU64, kCounter, kCount, "pgpgin", ""},
    {"cgroup.memory.stat.pgpgout", Proc(45, 7), kU64, kCounter, kCount, "pgpgout", ""},
    {"cgroup.memory.stat.pgfault", Proc(45, 8), kU64, kCounter, kCount, "pgfault", ""},
    {"cgroup.memory.stat.pgmajfault", Proc(45, 9), kU64, kCounter, kCount, "pgmajfault", ""},
    {"cgroup.memory.stat.inactive_anon", Proc(45, 10), kU64, kInstant, kByte, "inactive_anon", ""},
    {"cgroup.memory.stat.active_anon", Proc(45, 11), kU64, kInstant, kByte, "active_anon", ""},
    {"cgroup.memory.stat.inactive_file", Proc(45, 12), kU64, kInstant, kByte, "inactive_file", ""},
    {"cgroup.memory.stat.active_file", Proc(45, 13), kU64, kInstant, kByte, "active_file", ""},
    {"cgroup.memory.stat.unevictable", Proc(45, 14), kU64, kInstant, kByte, "unevictable", ""},
    {"cgroup.memory.stat.anon", Proc(45, 17), kU64, kInstant, kByte, "anon", ""},
    {"cgroup.memory.stat.anon_thp", Proc(45, 18), kU64, kInstant, kByte, "anon_thp", ""},
    {"cgroup.memory.stat.file", Proc(45, 19), kU64, kInstant, kByte, "file", ""},
    {"cgroup.memory.stat.file_dirty", Proc(45, 20), kU64, kInstant, kByte, "file_dirty", ""},
    {"cgroup.memory.stat.file_mapped", Proc(45, 21), kU64, kInstant, kByte, "file_mapped", ""},
    {"cgroup.memory.stat.file_writeback", Proc(45, 22), kU64, kInstant, kByte, "file_writeback",
     ""},
    {"cgroup.memory.stat.kernel_stack", Proc(45, 25), kU64, kInstant, kByte, "kernel_stack", ""},
    {"cgroup.memory.stat.pgactivate", Proc(45, 26), kU64, kInstant, kByte, "pgactivate", ""},
    {"cgroup.memory.stat.pgdeactivate", Proc(45, 27), kU64, kInstant, kByte, "pgdeactivate", ""},
    {"cgroup.memory.stat.pglazyfree", Proc(45, 28), kU64, kInstant, kByte, "pglazyfree", ""},
    {"cgroup.memory.stat.pglazyfreed", Proc(45, 50), kU64, kInstant, kByte, "pglazyfreed", ""},
    {"cgroup.memory.stat.pgrefill", Proc(45, 51), kU64, kInstant, kByte, "pgrefill", ""},
    {"cgroup.memory.stat.pgscan", Proc(45, 52), kU64, kInstant, kByte, "pgscan", ""},
    {"cgroup.memory.stat.pgsteal", Proc(45, 53), kU64, kInstant, kByte, "pgsteal", ""},
    {"cgroup.memory.stat.shmem", Proc(45, 64), kU64, kInstant, kByte, "shmem", ""},
    {"cgroup.memory.stat.slab", Proc(45, 65), kU64, kInstant, kByte, "slab", ""},
    {"cgroup.memory.stat.slab_reclaimable", Proc(45, 66), kU64, kInstant, kByte, "slab_reclaimable",
     ""},
    {"cgroup.memory.stat.slab_unreclaimable", Proc(45, 67), kU64, kInstant, kByte,
     "slab_unreclaimable", ""},
    {"cgroup.memory.stat.sock", Proc(45, 68), kU64, kInstant, kByte, "sock", ""},
    {"cgroup.memory.stat.thp_collapse_alloc", Proc(45, 70), kU64, kInstant, kByte,
     "thp_collapse_alloc", ""},
    {"cgroup.memory.stat.thp_fault_alloc", Proc(45, 71), kU64, kInstant, kByte, "thp_fault_alloc",
     ""},
    {"cgroup.memory.stat.total.cache", Proc(45, 30), kU64, kInstant, kByte, "total_cache", ""},
    {"cgroup.memory.stat.total.rss", Proc(45, 31), kU64, kInstant, kByte, "total_rss", ""},
    {"cgroup.memory.stat.total.rss_huge", Proc(45, 32), kU64, kInstant, kByte, "total_rss_huge",
     ""},
    {"cgroup.memory.stat.total.mapped_file", Proc(45, 33), kU64, kInstant, kByte,
     "total_mapped_file", ""},
    {"cgroup.memory.stat.total.writeback", Proc(45, 34), kU64, kInstant, kByte, "total_writeback",
     ""},
    {"cgroup.memory.stat.total.swap", Proc(45, 35), kU64, kInstant, kByte, "total_swap", ""},
    {"cgroup.memory.stat.total.pgpgin", Proc(45, 36), kU64, kCounter, kCount, "total_pgpgin", ""},
    {"cgroup.memory.stat.total.pgpgout", Proc(45, 37), kU64, kCounter, kCount, "total_pgpgout", ""},
    {"cgroup.memory.stat.total.pgfault", Proc(45, 38), kU64, kCounter, kCount, "total_pgfault", ""},
    {"cgroup.memory.stat.total.pgmajfault", Proc(45, 39), kU64, kCounter, kCount,
     "total_pgmajfault", ""},
    {"cgroup.memory.stat.total.inactive_anon", Proc(45, 40), kU64, kInstant, kByte,
     "total_inactive_anon", ""},
    {"cgroup.memory.stat.total.active_anon", Proc(45, 41), kU64, kInstant, kByte,
     "total_active_anon", ""},
    {"cgroup.memory.stat.total.inactive_file", Proc(45, 42), kU64, kInstant, kByte,
     "total_inactive_file", ""},
    {"cgroup.memory.stat.total.active_file", Proc(45, 43), kU64, kInstant, kByte,
     "total_active_file", ""},
    {"cgroup.memory.stat.total.unevictable", Proc(45, 44), kU64, kInstant, kByte,
     "total_unevictable", ""},
    {"cgroup.memory.stat.recent.rotated_anon", Proc(45, 60), kU64, kCounter, kByte,
     "recent_rotated_anon", ""},
    {"cgroup.memory.stat.recent.rotated_file", Proc(45, 61), kU64, kCounter, kByte,
     "recent_rotated_file", ""},
    {"cgroup.memory.stat.recent.scanned_anon", Proc(45, 62), kU64, kCounter, kByte,
     "recent_scanned_anon", ""},
    {"cgroup.memory.stat.recent.scanned_file", Proc(45, 63), kU64, kCounter, kByte,
     "recent_scanned_file", ""},
    {"cgroup.memory.stat.workingset.activate", Proc(45, 72), kU64, kInstant, kByte,
     "workingset_activate", ""},
    {"cgroup.memory.stat.workingset.nodereclaim", Proc(45, 73), kU64, kInstant, kByte,
     "workingset_nodereclaim", ""},
    {"cgroup.memory.stat.workingset.refault", Proc(45, 74), kU64, kInstant, kByte,
     "workingset_refault", ""},
    {"cgroup.memory.id.container", Proc(45, 29), kString, kDiscrete, kNoUnits, "container",
     "container of the group"},
};

constexpr MetricRow kCgroupNetRows[] = {
    {"cgroup.netclass.classid", Proc(47, 0), kU64, kInstant, kNoUnits, "net_cls.classid",
     "class of its packets"},
    {"cgroup.netclass.id.container", Proc(47, 1), kString, kDiscrete, kNoUnits, "container",
     "container of the group"},
};

constexpr MetricRow kCgroup2IoRows[] = {
    {"cgroup.io.stat.rbytes", Proc(68, 0), kU64, kCounter, kByte, "rbytes", "bytes read"},
    {"cgroup.io.stat.wbytes", Proc(68, 1), kU64, kCounter, kByte, "wbytes", "bytes written"},
    {"cgroup.io.stat.rios", Proc(68, 2), kU64, kCounter, kCount, "rios", "reads"},
    {"cgroup.io.stat.wios", Proc(68, 3), kU64, kCounter, kCount, "wios", "writes"},
    {"cgroup.io.stat.dbytes", Proc(68, 4), kU64, kCounter, kByte, "dbytes", "bytes discarded"},
    {"cgroup.io.stat.dios", Proc(68, 5), kU64, kCounter, kCount, "dios", "discards"},
};

constexpr MetricGroup kGroups[] = {
    {GridId::kCgroupSubsys, kCgroupSubsysRows},
    {GridId::kCgroupSubsysCount, kCgroupSubsysCountRows},
    {GridId::kCgroupMount, kCgroupMountRows},
    {GridId::kCgroupMountCount, kCgroupMountCountRows},
    {GridId::kCgroup2, kCgroup2Rows},
    {GridId::kCgroupCpuset, kCgroupCpusetRows},
    {GridId::kCgroupCpuacct, kCgroupCpuacctRows},
    {GridId::kCgroupCpuacctCpu, kCgroupCpuacctCpuRows},
    {GridId::kCgroupCpu, kCgroupCpuRows},
    {GridId::kCgroupMemory, kCgroupMemoryRows},
    {GridId::kCgroupNet, kCgroupNetRows},
    {GridId::kCgroup2Io, kCgroup2IoRows},
};

}  // namespace

std::span<const MetricGroup> CgroupMetrics() { return kGroups; }

}  // namespace fdr::local
