// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric table: load, time, interrupts and pressure.

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {
namespace {

constexpr MetricRow kLoadRows[] = {
    {"kernel.all.load", Linux(2, 0), kFloat, kInstant, kNoUnits, "load",
     "how many processes were running or waiting for a disk, averaged"},
};

constexpr MetricRow kStatRows[] = {
    {"kernel.all.intr", Linux(0, 12), kU64, kCounter, kCount, "intr",
     "interrupts that were handled"},
    {"kernel.all.pswitch", Linux(0, 13), kU64, kCounter, kCount, "ctxt",
     "switches from one process to another"},
    {"kernel.all.sysfork", Linux(0, 14), kU64, kCounter, kCount, "processes",
     "processes and threads that were started"},
    {"kernel.all.running", Linux(0, 15), kU64, kInstant, kNoUnits, "procs_running",
     "processes that can run, or do"},
    {"kernel.all.blocked", Linux(0, 16), kU64, kInstant, kNoUnits, "procs_blocked",
     "processes that wait for a disk"},
    {"kernel.all.boottime", Linux(0, 17), k64, kDiscrete, kSec, "btime",
     "when the machine was started, in seconds since the Epoch"},
    {"kernel.all.cpu.user", Linux(0, 20), kU64, kCounter, kMillisec, "user",
     "time in user mode, without nice, all processors together"},
    {"kernel.all.cpu.nice", Linux(0, 21), kU64, kCounter, kMillisec, "nice",
     "time in user mode at low priority, all processors together"},
    {"kernel.all.cpu.sys", Linux(0, 22), kU64, kCounter, kMillisec, "sys",
     "time in the kernel, all processors together"},
    {"kernel.all.cpu.idle", Linux(0, 23), kU64, kCounter, kMillisec, "idle",
     "time with nothing to do, all processors together"},
    {"kernel.all.cpu.intr", Linux(0, 34), kU64, kCounter, kMillisec, "handlers",
     "time in interrupt handlers of both kinds, all processors together"},
    {"kernel.all.cpu.steal", Linux(0, 55), kU64, kCounter, kMillisec, "steal",
     "time that the hypervisor gave to others, all processors together"},
    {"kernel.all.cpu.guest", Linux(0, 60), kU64, kCounter, kMillisec, "guest",
     "time that guests ran, which is in user, too, all processors together"},
    {"kernel.all.cpu.vuser", Linux(0, 78), kU64, kCounter, kMillisec, "vuser",
     "time in user mode without that of guests, all processors together"},
    {"kernel.all.cpu.guest_nice", Linux(0, 81), kU64, kCounter, kMillisec, "guest_nice",
     "time that guests ran at low priority, which is in nice, too, all processors together"},
    {"kernel.all.cpu.vnice", Linux(0, 82), kU64, kCounter, kMillisec, "vnice",
     "time in user mode at low priority without that of guests, all processors together"},
    {"kernel.all.cpu.wait.total", Linux(0, 35), kU64, kCounter, kMillisec, "wait",
     "time with nothing to do but to wait for disks, all processors together"},
    {"kernel.all.cpu.irq.soft", Linux(0, 53), kU64, kCounter, kMillisec, "softirq",
     "time in software interrupts, all processors together"},
    {"kernel.all.cpu.irq.hard", Linux(0, 54), kU64, kCounter, kMillisec, "irq",
     "time in hardware interrupts, all processors together"},
};

constexpr MetricRow kSystemRows[] = {
    {"kernel.all.hz", Linux(0, 48), kU32, kDiscrete, kCountPerSec, "hz",
     "how many ticks the kernel counts in a second"},
};

constexpr MetricRow kUptimeRows[] = {
    {"kernel.all.uptime", Linux(26, 0), kDouble, kInstant, kSec, "uptime",
     "time since the machine was started"},
    {"kernel.all.idletime", Linux(26, 1), kDouble, kInstant, kSec, "idletime",
     "idle time of all processors since the machine was started"},
};

constexpr MetricRow kUsersRows[] = {
    {"kernel.all.nusers", Linux(25, 0), kU32, kInstant, kNoUnits, "users",
     "users who are logged in"},
    {"kernel.all.nroots", Linux(25, 1), kU32, kInstant, kNoUnits, "roots", "logins of root"},
    {"kernel.all.nsessions", Linux(25, 2), kU32, kInstant, kNoUnits, "sessions",
     "sessions of all users"},
};

constexpr MetricRow kLoadavgRows[] = {
    {"kernel.all.lastpid", Linux(2, 1), kU32, kInstant, kNoUnits, "lastpid",
     "the process identifier that was given out last"},
    {"kernel.all.runnable", Linux(2, 2), kU32, kInstant, kNoUnits, "runnable",
     "threads that can run"},
    {"kernel.all.nprocs", Linux(2, 3), kU32, kInstant, kNoUnits, "threads",
     "threads that there are"},
};

constexpr MetricRow kProcSysRows[] = {
    {"kernel.all.pid_max", Linux(72, 2), kU32, kDiscrete, kNoUnits, "kernel/pid_max",
     "one more than the largest process identifier"},
    {"kernel.all.nptys", Linux(72, 3), kU32, kInstant, kNoUnits, "kernel/pty/nr",
     "pseudo terminals in use"},
    {"kernel.all.entropy.avail", Linux(72, 0), kU32, kInstant, kNoUnits,
     "kernel/random/entropy_avail", "bits of entropy that the random number generator has"},
    {"kernel.all.entropy.poolsize", Linux(72, 1), kU32, kInstant, kNoUnits,
     "kernel/random/poolsize", "bits of entropy that it can have"},
};

constexpr MetricRow kInterruptRows[] = {
    {"kernel.all.interrupts.total", Linux(4, 0), kU64, kCounter, kCount, "total",
     "interrupts by line or kind"},
};

constexpr MetricRow kInterruptAllRows[] = {
    {"kernel.all.interrupts.missed", Linux(4, 2), kU32, kCounter, kCount, "missed",
     "interrupts that were lost"},
    {"kernel.all.interrupts.errors", Linux(4, 3), kU32, kCounter, kCount, "errors",
     "interrupts with errors"},
};

constexpr MetricRow kSoftirqRows[] = {
    {"kernel.all.softirqs.total", Linux(82, 0), kU64, kCounter, kCount, "total",
     "software interrupts by kind"},
};

constexpr MetricRow kPressureAverageRows[] = {
    {"kernel.all.pressure.cpu.some.avg", Linux(83, 0), kFloat, kInstant, kNoUnits, "cpu.some.avg",
     "share of the time that some tasks were held up by cpu"},
    {"kernel.all.pressure.memory.some.avg", Linux(84, 0), kFloat, kInstant, kNoUnits,
     "memory.some.avg", "share of the time that some tasks were held up by memory"},
    {"kernel.all.pressure.memory.full.avg", Linux(84, 2), kFloat, kInstant, kNoUnits,
     "memory.full.avg", "share of the time that all tasks were held up by memory"},
    {"kernel.all.pressure.io.some.avg", Linux(85, 0), kFloat, kInstant, kNoUnits, "io.some.avg",
     "share of the time that some tasks were held up by io"},
    {"kernel.all.pressure.io.full.avg", Linux(85, 2), kFloat, kInstant, kNoUnits, "io.full.avg",
     "share of the time that all tasks were held up by io"},
    {"kernel.all.pressure.irq.full.avg", Linux(93, 0), kFloat, kInstant, kNoUnits, "irq.full.avg",
     "share of the time that all tasks were held up by interrupts"},
};

constexpr MetricRow kPressureRows[] = {
    {"kernel.all.pressure.cpu.some.total", Linux(83, 1), kU64, kCounter, kMicrosec,
     "cpu.some.total", "how long some tasks were held up by cpu"},
    {"kernel.all.pressure.memory.some.total", Linux(84, 1), kU64, kCounter, kMicrosec,
     "memory.some.total", "how long some tasks were held up by memory"},
    {"kernel.all.pressure.memory.full.total", Linux(84, 3), kU64, kCounter, kMicrosec,
     "memory.full.total", "how long all tasks were held up by memory"},
    {"kernel.all.pressure.io.some.total", Linux(85, 1), kU64, kCounter, kMicrosec, "io.some.total",
     "how long some tasks were held up by io"},
    {"kernel.all.pressure.io.full.total", Linux(85, 3), kU64, kCounter, kMicrosec, "io.full.total",
     "how long all tasks were held up by io"},
    {"kernel.all.pressure.irq.full.total", Linux(93, 1), kU64, kCounter, kMicrosec,
     "irq.full.total", "how long all tasks were held up by interrupts"},
};

constexpr MetricRow kInterruptLineRows[] = {
    {"kernel.percpu.interrupts", Linux(4, 1), kU32, kCounter, kCount, "count",
     "interrupts by line or kind, and processor"},
};

constexpr MetricRow kSoftirqLineRows[] = {
    {"kernel.percpu.softirqs", Linux(63, 0), kU32, kCounter, kCount, "count",
     "software interrupts by kind and processor"},
};

constexpr MetricRow kInterruptCpuRows[] = {
    {"kernel.percpu.intr", Linux(4, 4), kU64, kCounter, kCount, "total", "interrupts by processor"},
};

constexpr MetricRow kSoftirqCpuRows[] = {
    {"kernel.percpu.sirq", Linux(63, 1), kU64, kCounter, kCount, "total",
     "software interrupts by processor"},
};

constexpr MetricRow kStatCpuRows[] = {
    {"kernel.percpu.cpu.user", Linux(0, 0), kU64, kCounter, kMillisec, "user",
     "time in user mode, without nice, by processor"},
    {"kernel.percpu.cpu.nice", Linux(0, 1), kU64, kCounter, kMillisec, "nice",
     "time in user mode at low priority, by processor"},
    {"kernel.percpu.cpu.sys", Linux(0, 2), kU64, kCounter, kMillisec, "sys",
     "time in the kernel, by processor"},
    {"kernel.percpu.cpu.idle", Linux(0, 3), kU64, kCounter, kMillisec, "idle",
     "time with nothing to do, by processor"},
    {"kernel.percpu.cpu.intr", Linux(0, 31), kU64, kCounter, kMillisec, "handlers",
     "time in interrupt handlers of both kinds, by processor"},
    {"kernel.percpu.cpu.steal", Linux(0, 58), kU64, kCounter, kMillisec, "steal",
     "time that the hypervisor gave to others, by processor"},
    {"kernel.percpu.cpu.guest", Linux(0, 61), kU64, kCounter, kMillisec, "guest",
     "time that guests ran, which is in user, too, by processor"},
    {"kernel.percpu.cpu.vuser", Linux(0, 76), kU64, kCounter, kMillisec, "vuser",
     "time in user mode without that of guests, by processor"},
    {"kernel.percpu.cpu.guest_nice", Linux(0, 83), kU64, kCounter, kMillisec, "guest_nice",
     "time that guests ran at low priority, which is in nice, too, by processor"},
    {"kernel.percpu.cpu.vnice", Linux(0, 84), kU64, kCounter, kMillisec, "vnice",
     "time in user mode at low priority without that of guests, by processor"},
    {"kernel.percpu.cpu.wait.total", Linux(0, 30), kU64, kCounter, kMillisec, "wait",
     "time with nothing to do but to wait for disks, by processor"},
    {"kernel.percpu.cpu.irq.soft", Linux(0, 56), kU64, kCounter, kMillisec, "softirq",
     "time in software interrupts, by processor"},
    {"kernel.percpu.cpu.irq.hard", Linux(0, 57), kU64, kCounter, kMillisec, "irq",
     "time in hardware interrupts, by processor"},
};

constexpr MetricRow kStatNodeRows[] = {
    {"kernel.pernode.cpu.user", Linux(0, 62), kU64, kCounter, kMillisec, "user",
     "time in user mode, without nice, by NUMA node"},
    {"kernel.pernode.cpu.nice", Linux(0, 63), kU64, kCounter, kMillisec, "nice",
     "time in user mode at low priority, by NUMA node"},
    {"kernel.pernode.cpu.sys", Linux(0, 64), kU64, kCounter, kMillisec, "sys",
     "time in the kernel, by NUMA node"},
    {"kernel.pernode.cpu.idle", Linux(0, 65), kU64, kCounter, kMillisec, "idle",
     "time with nothing to do, by NUMA node"},
    {"kernel.pernode.cpu.intr", Linux(0, 66), kU64, kCounter, kMillisec, "handlers",
     "time in interrupt handlers of both kinds, by NUMA node"},
    {"kernel.pernode.cpu.steal", Linux(0, 67), kU64, kCounter, kMillisec, "steal",
     "time that the hypervisor gave to others, by NUMA node"},
    {"kernel.pernode.cpu.guest", Linux(0, 68), kU64, kCounter, kMillisec, "guest",
     "time that guests ran, which is in user, too, by NUMA node"},
    {"kernel.pernode.cpu.vuser", Linux(0, 77), kU64, kCounter, kMillisec, "vuser",
     "time in user mode without that of guests, by NUMA node"},
    {"kernel.pernode.cpu.guest_nice", Linux(0, 85), kU64, kCounter, kMillisec, "guest_nice",
     "time that guests ran at low priority, which is in nice, too, by NUMA node"},
    {"kernel.pernode.cpu.vnice", Linux(0, 86), kU64, kCounter, kMillisec, "vnice",
     "time in user mode at low priority without that of guests, by NUMA node"},
    {"kernel.pernode.cpu.wait.total", Linux(0, 69), kU64, kCounter, kMillisec, "wait",
     "time with nothing to do but to wait for disks, by NUMA node"},
    {"kernel.pernode.cpu.irq.soft", Linux(0, 70), kU64, kCounter, kMillisec, "softirq",
     "time in software interrupts, by NUMA node"},
    {"kernel.pernode.cpu.irq.hard", Linux(0, 71), kU64, kCounter, kMillisec, "irq",
     "time in hardware interrupts, by NUMA node"},
};

constexpr MetricRow kUnameRows[] = {
    {"kernel.uname.release", Linux(12, 0), kString, kDiscrete, kNoUnits, "release",
     "release of the kernel"},
    {"kernel.uname.version", Linux(12, 1), kString, kDiscrete, kNoUnits, "version",
     "build of the kernel"},
    {"kernel.uname.sysname", Linux(12, 2), kString, kDiscrete, kNoUnits, "sysname",
     "name of the operating system"},
    {"kernel.uname.machine", Linux(12, 3), kString, kDiscrete, kNoUnits, "machine",
     "kind of processor"},
    {"kernel.uname.nodename", Linux(12, 4), kString, kDiscrete, kNoUnits, "nodename",
     "name of this machine"},
    {"kernel.uname.distro", Linux(12, 7), kString, kDiscrete, kNoUnits, "distro",
     "name and version of the distribution"},
};

constexpr MetricGroup kGroups[] = {
    {GridId::kLoad, kLoadRows},
    {GridId::kStat, kStatRows},
    {GridId::kSystem, kSystemRows},
    {GridId::kUptime, kUptimeRows},
    {GridId::kUsers, kUsersRows},
    {GridId::kLoadavg, kLoadavgRows},
    {GridId::kProcSys, kProcSysRows},
    {GridId::kInterrupt, kInterruptRows},
    {GridId::kInterruptAll, kInterruptAllRows},
    {GridId::kSoftirq, kSoftirqRows},
    {GridId::kPressureAverage, kPressureAverageRows},
    {GridId::kPressure, kPressureRows},
    {GridId::kInterruptLine, kInterruptLineRows},
    {GridId::kSoftirqLine, kSoftirqLineRows},
    {GridId::kInterruptCpu, kInterruptCpuRows},
    {GridId::kSoftirqCpu, kSoftirqCpuRows},
    {GridId::kStatCpu, kStatCpuRows},
    {GridId::kStatNode, kStatNodeRows},
    {GridId::kUname, kUnameRows},
};

}  // namespace

std::span<const MetricGroup> KernelMetrics() { return kGroups; }

}  // namespace fdr::local
