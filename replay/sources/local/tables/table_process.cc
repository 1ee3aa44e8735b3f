// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric table: processes.

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {
namespace {

constexpr MetricRow kProcessCountRows[] = {
    {"proc.nprocs", Proc(8, 99), kU32, kInstant, kNoUnits, "count", "processes"},
};

constexpr MetricRow kProcessCwdRows[] = {
    {"proc.psinfo.cwd", Proc(72, 0), kString, kDiscrete, kNoUnits, "path",
     "directory that it is in"},
};

constexpr MetricRow kProcessExeRows[] = {
    {"proc.psinfo.exe", Proc(69, 0), kString, kDiscrete, kNoUnits, "path", "file of the program"},
};

constexpr MetricRow kProcessOomRows[] = {
    {"proc.psinfo.oom_score", Proc(62, 0), kU32, kInstant, kNoUnits, "oom_score",
     "how likely it is killed when memory runs out"},
};

constexpr MetricRow kProcessStatusRows[] = {
    {"proc.psinfo.tgid", Proc(24, 41), kU32, kDiscrete, kNoUnits, "Tgid",
     "identifier of the process that a thread belongs to"},
    {"proc.psinfo.ngid", Proc(24, 32), kU32, kDiscrete, kNoUnits, "Ngid", "NUMA group"},
    {"proc.psinfo.cpusallowed", Proc(24, 31), kString, kInstant, kNoUnits, "Cpus_allowed_list",
     "processors that it may run on"},
    {"proc.psinfo.nvctxsw", Proc(24, 30), kU32, kInstant, kNoUnits, "nonvoluntary_ctxt_switches",
     "how often it had to let others run"},
    {"proc.psinfo.vctxsw", Proc(24, 29), kU32, kInstant, kNoUnits, "voluntary_ctxt_switches",
     "how often it let others run while it waited"},
    {"proc.psinfo.threads", Proc(24, 28), kU32, kInstant, kNoUnits, "Threads", "threads"},
    {"proc.psinfo.sigcatch_s", Proc(24, 19), kString, kInstant, kNoUnits, "SigCgt",
     "signals that are caught, as a bit mask"},
    {"proc.psinfo.sigignore_s", Proc(24, 18), kString, kInstant, kNoUnits, "SigIgn",
     "signals that are ignored, as a bit mask"},
    {"proc.psinfo.blocked_s", Proc(24, 17), kString, kInstant, kNoUnits, "SigBlk",
     "signals that are blocked, as a bit mask"},
    {"proc.psinfo.signal_s", Proc(24, 16), kString, kInstant, kNoUnits, "SigPnd",
     "signals that are pending, as a bit mask"},
    {"proc.memory.vmnonlib", Proc(24, 44), kU64, kInstant, kKbyte, "VmNonLib",
     "virtual memory without libraries"},
    {"proc.memory.vmreal", Proc(24, 43), kU64, kInstant, kKbyte, "VmReal",
     "memory in use, swapped out or not"},
    {"proc.memory.vmpte", Proc(24, 36), kU32, kInstant, kKbyte, "VmPTE", "page tables"},
    {"proc.memory.vmhwm", Proc(24, 35), kU32, kInstant, kKbyte, "VmHWM", "largest memory so far"},
    {"proc.memory.vmpin", Proc(24, 34), kU32, kInstant, kKbyte, "VmPin", "pinned memory"},
    {"proc.memory.vmpeak", Proc(24, 33), kU32, kInstant, kKbyte, "VmPeak",
     "largest virtual memory so far"},
    {"proc.memory.vmswap", Proc(24, 27), kU32, kInstant, kKbyte, "VmSwap",
     "memory that is swapped out"},
    {"proc.memory.vmlib", Proc(24, 26), kU32, kInstant, kKbyte, "VmLib", "code of libraries"},
    {"proc.memory.vmexe", Proc(24, 25), kU32, kInstant, kKbyte, "VmExe", "code of the program"},
    {"proc.memory.vmstack", Proc(24, 24), kU32, kInstant, kKbyte, "VmStk", "stack"},
    {"proc.memory.vmdata", Proc(24, 23), kU32, kInstant, kKbyte, "VmData", "data"},
    {"proc.memory.vmrss", Proc(24, 22), kU32, kInstant, kKbyte, "VmRSS",
     "memory that is not swapped out"},
    {"proc.memory.vmlock", Proc(24, 21), kU32, kInstant, kKbyte, "VmLck",
     "memory that must not be swapped out"},
    {"proc.memory.vmsize", Proc(24, 20), kU32, kInstant, kKbyte, "VmSize", "virtual memory"},
    {"proc.id.fsgid_nm", Proc(24, 15), kString, kDiscrete, kNoUnits, "fsgid_name",
     "name of the file system group"},
    {"proc.id.sgid_nm", Proc(24, 14), kString, kDiscrete, kNoUnits, "sgid_name",
     "name of the saved group"},
    {"proc.id.egid_nm", Proc(24, 13), kString, kDiscrete, kNoUnits, "egid_name",
     "name of the effective group"},
    {"proc.id.gid_nm", Proc(24, 12), kString, kDiscrete, kNoUnits, "gid_name",
     "name of the real group"},
    {"proc.id.fsuid_nm", Proc(24, 11), kString, kDiscrete, kNoUnits, "fsuid_name",
     "name of the file system user"},
    {"proc.id.suid_nm", Proc(24, 10), kString, kDiscrete, kNoUnits, "suid_name",
     "name of the saved user"},
    {"proc.id.euid_nm", Proc(24, 9), kString, kDiscrete, kNoUnits, "euid_name",
     "name of the effective user"},
    {"proc.id.uid_nm", Proc(24, 8), kString, kDiscrete, kNoUnits, "uid_name",
     "name of the real user"},
    {"proc.id.fsgid", Proc(24, 7), kU32, kDiscrete, kNoUnits, "fsgid", "file system group"},
    {"proc.id.sgid", Proc(24, 6), kU32, kDiscrete, kNoUnits, "sgid", "saved group"},
    {"proc.id.egid", Proc(24, 5), kU32, kDiscrete, kNoUnits, "egid", "effective group"},
    {"proc.id.gid", Proc(24, 4), kU32, kDiscrete, kNoUnits, "gid", "real group"},
    {"proc.id.fsuid", Proc(24, 3), kU32, kDiscrete, kNoUnits, "fsuid", "file system user"},
    {"proc.id.suid", Proc(24, 2), kU32, kDiscrete, kNoUnits, "suid", "saved user"},
    {"proc.id.euid", Proc(24, 1), kU32, kDiscrete, kNoUnits, "euid", "effective user"},
    {"proc.id.uid", Proc(24, 0), kU32, kDiscrete, kNoUnits, "uid", "real user"},
    {"proc.namespaces.sid", Proc(24, 40), kString, kDiscrete, kNoUnits, "NSsid",
     "NSsid of its status, in all name spaces"},
    {"proc.namespaces.pgid", Proc(24, 39), kString, kDiscrete, kNoUnits, "NSpgid",
     "NSpgid of its status, in all name spaces"},
    {"proc.namespaces.pid", Proc(24, 38), kString, kDiscrete, kNoUnits, "NSpid",
     "NSpid of its status, in all name spaces"},
    {"proc.namespaces.tgid", Proc(24, 37), kString, kDiscrete, kNoUnits, "NStgid",
     "NStgid of its status, in all name spaces"},
};

constexpr MetricRow kProcessLabelRows[] = {
    {"proc.psinfo.labels", Proc(12, 0), kString, kInstant, kNoUnits, "label", "security label"},
};

constexpr MetricRow kProcessCgroupRows[] = {
    {"proc.psinfo.cgroups", Proc(11, 0), kString, kInstant, kNoUnits, "cgroups",
     "control groups that it belongs to"},
    {"proc.id.container", Proc(11, 1), kString, kDiscrete, kNoUnits, "container",
     "container that it belongs to"},
};

constexpr MetricRow kProcessStatRows[] = {
    {"proc.psinfo.policy_s", Proc(8, 48), kString, kInstant, kNoUnits, "policy_name",
     "name of its scheduling policy"},
    {"proc.psinfo.cguest_time", Proc(8, 46), kU64, kCounter, kMillisec, "cguest_time",
     "time that its children ran guests"},
    {"proc.psinfo.guest_time", Proc(8, 45), kU64, kCounter, kMillisec, "guest_time",
     "time that it ran a guest"},
    {"proc.psinfo.delayacct_blkio_time", Proc(8, 44), kU64, kCounter, kMillisec,
     "delayacct_blkio_ticks", "time it waited for disks"},
    {"proc.psinfo.policy", Proc(8, 43), kU32, kInstant, kNoUnits, "policy",
     "number of its scheduling policy"},
    {"proc.psinfo.rt_priority", Proc(8, 42), kU32, kInstant, kNoUnits, "rt_priority",
     "priority among real-time processes"},
    {"proc.psinfo.ttyname", Proc(8, 39), kString, kDiscrete, kNoUnits, "ttyname",
     "name of the terminal"},
    {"proc.psinfo.processor", Proc(8, 38), kU32, kInstant, kNoUnits, "processor",
     "processor that it ran on last"},
    {"proc.psinfo.exit_signal", Proc(8, 37), kU32, kDiscrete, kNoUnits, "exit_signal",
     "signal that the parent gets when it ends"},
    {"proc.psinfo.cnswap", Proc(8, 36), kU32, kCounter, kCount, "cnswap",
     "pages swapped of children, which the kernel does not count"},
    {"proc.psinfo.nswap", Proc(8, 35), kU32, kCounter, kCount, "nswap",
     "pages swapped, which the kernel does not count"},
    {"proc.psinfo.wchan", Proc(8, 34), kU64, kDiscrete, kNoUnits, "wchan",
     "whether it waits in the kernel"},
    {"proc.psinfo.sigcatch", Proc(8, 33), kU32, kDiscrete, kNoUnits, "sigcatch",
     "signals that are caught"},
    {"proc.psinfo.sigignore", Proc(8, 32), kU32, kDiscrete, kNoUnits, "sigignore",
     "signals that are ignored"},
    {"proc.psinfo.blocked", Proc(8, 31), kU32, kDiscrete, kNoUnits, "blocked",
     "signals that are blocked"},
    {"proc.psinfo.signal", Proc(8, 30), kU32, kDiscrete, kNoUnits, "signal",
     "signals that are pending"},
    {"proc.psinfo.eip", Proc(8, 29), kU32, kDiscrete, kNoUnits, "kstkeip", "instruction pointer"},
    {"proc.psinfo.esp", Proc(8, 28), kU32, kDiscrete, kNoUnits, "kstkesp", "stack pointer"},
    {"proc.psinfo.start_stack", Proc(8, 27), kU32, kDiscrete, kNoUnits, "startstack",
     "where its stack starts"},
    {"proc.psinfo.end_code", Proc(8, 26), kU32, kDiscrete, kNoUnits, "endcode",
     "where its code ends"},
    {"proc.psinfo.start_code", Proc(8, 25), kU32, kDiscrete, kNoUnits, "startcode",
     "where its code starts"},
    {"proc.psinfo.rss_rlim", Proc(8, 24), kU64, kInstant, kKbyte, "rsslim", "limit of that"},
    {"proc.psinfo.rss", Proc(8, 23), kU64, kInstant, kKbyte, "rss",
     "memory that is not swapped out"},
    {"proc.psinfo.vsize", Proc(8, 22), kU64, kInstant, kKbyte, "vsize", "virtual memory"},
    {"proc.psinfo.start_time", Proc(8, 21), kU64, kDiscrete, kMillisec, "starttime",
     "when it was started, since the machine was"},
    {"proc.psinfo.it_real_value", Proc(8, 20), kU32, kDiscrete, kNoUnits, "itrealvalue",
     "time until the interval timer fires"},
    {"proc.psinfo.nice", Proc(8, 18), k32, kInstant, kNoUnits, "nice", "nice value"},
    {"proc.psinfo.priority", Proc(8, 17), k32, kInstant, kNoUnits, "priority", "priority"},
    {"proc.psinfo.cstime", Proc(8, 16), kU64, kCounter, kMillisec, "cstime",
     "time in the kernel, of children that ended"},
    {"proc.psinfo.cutime", Proc(8, 15), kU64, kCounter, kMillisec, "cutime",
     "time in user mode, of children that ended"},
    {"proc.psinfo.stime", Proc(8, 14), kU64, kCounter, kMillisec, "stime", "time in the kernel"},
    {"proc.psinfo.utime", Proc(8, 13), kU64, kCounter, kMillisec, "utime", "time in user mode"},
    {"proc.psinfo.cmaj_flt", Proc(8, 12), kU32, kCounter, kCount, "cmajflt",
     "page faults with a read from disk, of children that ended"},
    {"proc.psinfo.maj_flt", Proc(8, 11), kU32, kCounter, kCount, "majflt",
     "page faults with a read from disk"},
    {"proc.psinfo.cmin_flt", Proc(8, 10), kU32, kCounter, kCount, "cminflt",
     "page faults without a read from disk, of children that ended"},
    {"proc.psinfo.minflt", Proc(8, 9), kU32, kCounter, kCount, "minflt",
     "page faults without a read from disk"},
    {"proc.psinfo.flags", Proc(8, 8), kU32, kDiscrete, kNoUnits, "flags",
     "flags that the kernel keeps"},
    {"proc.psinfo.tty_pgrp", Proc(8, 7), kU32, kDiscrete, kNoUnits, "tpgid",
     "process group in the foreground of the terminal"},
    {"proc.psinfo.tty", Proc(8, 6), kU32, kDiscrete, kNoUnits, "tty_nr",
     "device number of the terminal"},
    {"proc.psinfo.session", Proc(8, 5), kU32, kDiscrete, kNoUnits, "session", "session"},
    {"proc.psinfo.pgrp", Proc(8, 4), kU32, kDiscrete, kNoUnits, "pgrp", "process group"},
    {"proc.psinfo.ppid", Proc(8, 3), kU32, kDiscrete, kNoUnits, "ppid", "identifier of the parent"},
    {"proc.psinfo.sname", Proc(8, 2), kString, kInstant, kNoUnits, "state", "state, as a letter"},
    {"proc.psinfo.cmd", Proc(8, 1), kString, kDiscrete, kNoUnits, "comm", "name of the program"},
    {"proc.psinfo.pid", Proc(8, 0), kU32, kDiscrete, kNoUnits, "pid", "process identifier"},
};

constexpr MetricRow kProcessEnvironRows[] = {
    {"proc.psinfo.environ", Proc(8, 47), kString, kInstant, kNoUnits, "environ",
     "environment that it was started with"},
};

constexpr MetricRow kProcessArgsRows[] = {
    {"proc.psinfo.psargs", Proc(8, 41), kString, kDiscrete, kNoUnits, "args", "command line"},
};

constexpr MetricRow kProcessWchanRows[] = {
    {"proc.psinfo.wchan_s", Proc(8, 40), kString, kInstant, kNoUnits, "wchan",
     "function of the kernel that it waits in"},
};

constexpr MetricRow kProcessMapsRows[] = {
    {"proc.memory.maps", Proc(9, 7), kString, kInstant, kNoUnits, "maps",
     "what its addresses are mapped to"},
};

constexpr MetricRow kProcessStatmRows[] = {
    {"proc.memory.dirty", Proc(9, 6), kU32, kInstant, kKbyte, "dt",
     "dirty pages, which the kernel does not count"},
    {"proc.memory.datrss", Proc(9, 5), kU32, kInstant, kKbyte, "data", "data and stack"},
    {"proc.memory.librss", Proc(9, 4), kU32, kInstant, kKbyte, "lib",
     "libraries, which the kernel does not count"},
    {"proc.memory.textrss", Proc(9, 3), kU32, kInstant, kKbyte, "text", "code"},
    {"proc.memory.share", Proc(9, 2), kU32, kInstant, kKbyte, "shared",
     "memory that is shared with others"},
    {"proc.memory.rss", Proc(9, 1), kU32, kInstant, kKbyte, "resident",
     "memory that is not swapped out"},
    {"proc.memory.size", Proc(9, 0), kU32, kInstant, kKbyte, "size", "virtual memory"},
};

constexpr MetricRow kProcessIoRows[] = {
    {"proc.io.cancelled_write_bytes", Proc(32, 6), kU64, kCounter, kByte, "cancelled_write_bytes",
     "bytes that were not written to disk after all"},
    {"proc.io.write_bytes", Proc(32, 5), kU64, kCounter, kByte, "write_bytes",
     "bytes written to disk"},
    {"proc.io.read_bytes", Proc(32, 4), kU64, kCounter, kByte, "read_bytes",
     "bytes read from disk"},
    {"proc.io.syscw", Proc(32, 3), kU64, kCounter, kCount, "syscw", "calls to write"},
    {"proc.io.syscr", Proc(32, 2), kU64, kCounter, kCount, "syscr", "calls to read"},
    {"proc.io.wchar", Proc(32, 1), kU64, kCounter, kByte, "wchar", "bytes written by calls"},
    {"proc.io.rchar", Proc(32, 0), kU64, kCounter, kByte, "rchar", "bytes read by calls"},
};

constexpr MetricRow kProcessSchedstatRows[] = {
    {"proc.schedstat.pcount", Proc(31, 2), kU64, kCounter, kCount, "count",
     "how often it got a processor"},
    {"proc.schedstat.run_delay", Proc(31, 1), kU64, kCounter, kNanosec, "delay",
     "how long it waited for a processor"},
    {"proc.schedstat.cpu_time", Proc(31, 0), kU64, kCounter, kNanosec, "run", "how long it ran"},
};

constexpr MetricRow kProcessFdRows[] = {
    {"proc.fd.count", Proc(51, 0), kU32, kInstant, kCount, "count", "open files"},
};

constexpr MetricRow kNeverProcessRows[] = {
    {"proc.namespaces.envid", Proc(24, 42), kU32, kDiscrete, kNoUnits, "",
     "virtual environment, which this kernel has not"},
};

constexpr MetricRow kProcessSmapsRows[] = {
    {"proc.smaps.locked", Proc(33, 19), kU64, kInstant, kKbyte, "Locked", ""},
    {"proc.smaps.swappss", Proc(33, 18), kU64, kInstant, kKbyte, "SwapPss", ""},
    {"proc.smaps.swap", Proc(33, 17), kU64, kInstant, kKbyte, "Swap", ""},
    {"proc.smaps.private_hugetlb", Proc(33, 16), kU64, kInstant, kKbyte, "Private_Hugetlb", ""},
    {"proc.smaps.shared_hugetlb", Proc(33, 15), kU64, kInstant, kKbyte, "Shared_Hugetlb", ""},
    {"proc.smaps.filepmdmapped", Proc(33, 14), kU64, kInstant, kKbyte, "FilePmdMapped", ""},
    {"proc.smaps.shmempmdmapped", Proc(33, 13), kU64, kInstant, kKbyte, "ShmemPmdMapped", ""},
    {"proc.smaps.anonhugepages", Proc(33, 12), kU64, kInstant, kKbyte, "AnonHugePages", ""},
    {"proc.smaps.lazyfree", Proc(33, 11), kU64, kInstant, kKbyte, "LazyFree", ""},
    {"proc.smaps.anonymous", Proc(33, 10), kU64, kInstant, kKbyte, "Anonymous", ""},
    {"proc.smaps.referenced", Proc(33, 9), kU64, kInstant, kKbyte, "Referenced", ""},
    {"proc.smaps.private_dirty", Proc(33, 8), kU64, kInstant, kKbyte, "Private_Dirty", ""},
    {"proc.smaps.private_clean", Proc(33, 7), kU64, kInstant, kKbyte, "Private_Clean", ""},
    {"proc.smaps.shared_dirty", Proc(33, 6), kU64, kInstant, kKbyte, "Shared_Dirty", ""},
    {"proc.smaps.shared_clean", Proc(33, 5), kU64, kInstant, kKbyte, "Shared_Clean", ""},
    {"proc.smaps.pss_shmem", Proc(33, 4), kU64, kInstant, kKbyte, "Pss_Shmem", ""},
    {"proc.smaps.pss_file", Proc(33, 3), kU64, kInstant, kKbyte, "Pss_File", ""},
    {"proc.smaps.pss_anon", Proc(33, 2), kU64, kInstant, kKbyte, "Pss_Anon", ""},
    {"proc.smaps.pss", Proc(33, 1), kU64, kInstant, kKbyte, "Pss", ""},
    {"proc.smaps.rss", Proc(33, 0), kU64, kInstant, kKbyte, "Rss", ""},
};

constexpr MetricRow kProcessAutogroupRows[] = {
    {"proc.autogroup.nice", Proc(74, 2), k32, kInstant, kNoUnits, "nice",
     "nice value of its scheduling group"},
    {"proc.autogroup.id", Proc(74, 1), kU32, kDiscrete, kNoUnits, "id", "scheduling group"},
};

constexpr MetricRow kProcSysRows[] = {
    {"proc.autogroup.enabled", Proc(74, 0), kU32, kInstant, kNoUnits,
     "kernel/sched_autogroup_enabled", "whether sessions are scheduling groups"},
};

constexpr MetricRow kRunQueueRows[] = {
    {"proc.runq.runnable", Proc(13, 0), k32, kInstant, kCount, "runnable",
     "processes that can run"},
    {"proc.runq.blocked", Proc(13, 1), k32, kInstant, kCount, "blocked",
     "processes that wait for a disk"},
    {"proc.runq.sleeping", Proc(13, 2), k32, kInstant, kCount, "sleeping", "processes that wait"},
    {"proc.runq.stopped", Proc(13, 3), k32, kInstant, kCount, "stopped",
     "processes that are stopped"},
    {"proc.runq.swapped", Proc(13, 4), k32, kInstant, kCount, "swapped",
     "processes without memory, as those of the kernel"},
    {"proc.runq.defunct", Proc(13, 5), k32, kInstant, kCount, "defunct",
     "processes that ended and were not waited for"},
    {"proc.runq.unknown", Proc(13, 6), k32, kInstant, kCount, "unknown",
     "processes in other states"},
    {"proc.runq.kernel", Proc(13, 7), k32, kInstant, kCount, "kernel", "processes of the kernel"},
};

constexpr MetricRow kProcControlRows[] = {
    {"proc.control.all.threads", Proc(10, 1), kU32, kInstant, kNoUnits, "zero",
     "whether threads are listed, too"},
    {"proc.control.perclient.threads", Proc(10, 2), kU32, kInstant, kNoUnits, "zero",
     "whether threads are listed, too, for this client"},
    {"proc.control.perclient.cgroups", Proc(10, 3), kString, kInstant, kNoUnits, "empty",
     "control group whose processes are listed; all for none"},
};

constexpr MetricGroup kGroups[] = {
    {GridId::kProcessCount, kProcessCountRows},
    {GridId::kProcessCwd, kProcessCwdRows},
    {GridId::kProcessExe, kProcessExeRows},
    {GridId::kProcessOom, kProcessOomRows},
    {GridId::kProcessStatus, kProcessStatusRows},
    {GridId::kProcessLabel, kProcessLabelRows},
    {GridId::kProcessCgroup, kProcessCgroupRows},
    {GridId::kProcessStat, kProcessStatRows},
    {GridId::kProcessEnviron, kProcessEnvironRows},
    {GridId::kProcessArgs, kProcessArgsRows},
    {GridId::kProcessWchan, kProcessWchanRows},
    {GridId::kProcessMaps, kProcessMapsRows},
    {GridId::kProcessStatm, kProcessStatmRows},
    {GridId::kProcessIo, kProcessIoRows},
    {GridId::kProcessSchedstat, kProcessSchedstatRows},
    {GridId::kProcessFd, kProcessFdRows},
    {GridId::kNeverProcess, kNeverProcessRows},
    {GridId::kProcessSmaps, kProcessSmapsRows},
    {GridId::kProcessAutogroup, kProcessAutogroupRows},
    {GridId::kProcSys, kProcSysRows},
    {GridId::kRunQueue, kRunQueueRows},
    {GridId::kProcControl, kProcControlRows},
};

}  // namespace

std::span<const MetricGroup> ProcessMetrics() { return kGroups; }

}  // namespace fdr::local
