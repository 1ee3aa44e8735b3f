// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/grid_id.h"

#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

constexpr InDomId kSingle{};

constexpr InDomId LinuxDomain(std::uint32_t serial) { return InDomId::Build(60, serial); }
constexpr InDomId OwnDomain(std::uint32_t serial) { return InDomId::Build(kOwnDomain, serial); }
constexpr InDomId ProcDomain(std::uint32_t serial) { return InDomId::Build(3, serial); }

// In the order of GridId.
constexpr GridInfo kGrids[kGridCount] = {
    {GridId::kNever, kSingle, MakeNever, "what this kind of collector or kernel never has"},
    {GridId::kStat, kSingle, MakeProcStat, "/proc/stat"},
    {GridId::kStatCpu, LinuxDomain(0), MakeProcStat, "/proc/stat"},
    {GridId::kNode, LinuxDomain(19), MakeNumaNodes, "/sys/devices/system/node"},
    {GridId::kNodeCount, kSingle, MakeNumaNodes, "/sys/devices/system/node"},
    {GridId::kStatNode, LinuxDomain(19), MakeProcStat, "/proc/stat"},
    {GridId::kLoad, LinuxDomain(2), MakeLoadavg, "/proc/loadavg"},
    {GridId::kLoadavg, kSingle, MakeLoadavg, "/proc/loadavg"},
    {GridId::kUptime, kSingle, MakeUptime, "/proc/uptime"},
    {GridId::kUsers, kSingle, MakeUsers, "/run/utmp"},
    {GridId::kProcSys, kSingle, MakeProcSys, "/proc/sys"},
    {GridId::kPressure, kSingle, MakePressure, "/proc/pressure"},
    {GridId::kPressureAverage, LinuxDomain(37), MakePressure, "/proc/pressure"},
    {GridId::kInterrupt, LinuxDomain(4), MakeInterrupts, "/proc/interrupts"},
    {GridId::kInterruptAll, kSingle, MakeInterrupts, "/proc/interrupts"},
    {GridId::kInterruptLine, LinuxDomain(40), MakeInterrupts, "/proc/interrupts"},
    {GridId::kInterruptCpu, LinuxDomain(0), MakeInterrupts, "/proc/interrupts"},
    {GridId::kSoftirq, LinuxDomain(36), MakeSoftirqs, "/proc/softirqs"},
    {GridId::kSoftirqLine, LinuxDomain(41), MakeSoftirqs, "/proc/softirqs"},
    {GridId::kSoftirqCpu, LinuxDomain(0), MakeSoftirqs, "/proc/softirqs"},
    {GridId::kUname, kSingle, MakeUname, "uname(2)"},
    {GridId::kSystem, kSingle, MakeUname, "sysconf(3)"},
    {GridId::kCpuInfo, LinuxDomain(0), MakeCpuInfo, "/proc/cpuinfo"},
    {GridId::kCpuDevice, LinuxDomain(0), MakeCpuDevices, "/sys/devices/system/cpu"},
    {GridId::kMeminfo, kSingle, MakeMeminfo, "/proc/meminfo"},
    {GridId::kVmstat, kSingle, MakeVmstat, "/proc/vmstat"},
    {GridId::kBuddy, LinuxDomain(31), MakeBuddyinfo, "/proc/buddyinfo"},
    {GridId::kSlab, LinuxDomain(12), MakeSlabinfo, "/proc/slabinfo"},
    {GridId::kZone, LinuxDomain(32), MakeZoneinfo, "/proc/zoneinfo"},
    {GridId::kZoneProtection, LinuxDomain(33), MakeZoneinfo, "/proc/zoneinfo"},
    {GridId::kKsm, kSingle, MakeKsm, "/sys/kernel/mm/ksm"},
    {GridId::kDisk, LinuxDomain(1), MakeDiskstats, "/proc/diskstats"},
    {GridId::kDiskAll, kSingle, MakeDiskstats, "/proc/diskstats"},
    {GridId::kPartition, LinuxDomain(10), MakeDiskstats, "/proc/diskstats"},
    {GridId::kDm, LinuxDomain(24), MakeDiskstats, "/proc/diskstats"},
    {GridId::kMd, LinuxDomain(25), MakeDiskstats, "/proc/diskstats"},
    {GridId::kWwid, LinuxDomain(42), MakeDiskstats, "/proc/diskstats, /sys/block"},
    {GridId::kWwidDevice, LinuxDomain(42), MakeBlockDevices, "/proc/partitions, /sys/block"},
    {GridId::kDiskDevice, LinuxDomain(1), MakeBlockDevices, "/proc/partitions, /sys/block"},
    {GridId::kPartitionDevice, LinuxDomain(10), MakeBlockDevices, "/proc/partitions"},
    {GridId::kDmDevice, LinuxDomain(24), MakeBlockDevices, "/proc/partitions, /sys/block"},
    {GridId::kMdDevice, LinuxDomain(25), MakeBlockDevices, "/proc/partitions, /sys/block"},
    {GridId::kScsi, LinuxDomain(11), MakeNever, "/proc/scsi/scsi"},
    {GridId::kSwapDevice, LinuxDomain(6), MakeSwaps, "/proc/swaps"},
    {GridId::kFilesystem, LinuxDomain(5), MakeFilesystems, "/proc/mounts, statfs(2)"},
    {GridId::kFilesystemCount, kSingle, MakeFilesystems, "/proc/mounts"},
    {GridId::kTmpfs, LinuxDomain(18), MakeFilesystems, "/proc/mounts, statfs(2)"},
    {GridId::kInterface, LinuxDomain(3), MakeNetDev, "/proc/net/dev"},
    {GridId::kInterfaceDevice, LinuxDomain(3), MakeNetDevices, "/sys/class/net"},
    {GridId::kInterfaceAll, kSingle, MakeNetDev, "/proc/net/dev"},
    {GridId::kAddress, LinuxDomain(17), MakeAddresses, "/proc/net/if_inet6, ioctl(2)"},
    {GridId::kSnmp, kSingle, MakeSnmp, "/proc/net/snmp"},
    {GridId::kIcmpType, LinuxDomain(23), MakeSnmp, "/proc/net/snmp"},
    {GridId::kNetstat, kSingle, MakeNetstat, "/proc/net/netstat"},
    {GridId::kSnmp6, kSingle, MakeSnmp6, "/proc/net/snmp6"},
    {GridId::kSockstat, kSingle, MakeSockstat, "/proc/net/sockstat"},
    {GridId::kSockstat6, kSingle, MakeSockstat6, "/proc/net/sockstat6"},
    {GridId::kSoftnet, kSingle, MakeSoftnet, "/proc/net/softnet_stat"},
    {GridId::kSoftnetCpu, LinuxDomain(0), MakeSoftnet, "/proc/net/softnet_stat"},
    {GridId::kTcp, kSingle, MakeTcpSockets, "sock_diag(7), /proc/net/tcp"},
    {GridId::kTcp6, kSingle, MakeTcpSockets, "sock_diag(7), /proc/net/tcp6"},
    {GridId::kUdp, kSingle, MakeUdpSockets, "/proc/net/udp"},
    {GridId::kUdp6, kSingle, MakeUdp6Sockets, "/proc/net/udp6"},
    {GridId::kRaw, kSingle, MakeRawSockets, "/proc/net/raw"},
    {GridId::kRaw6, kSingle, MakeRaw6Sockets, "/proc/net/raw6"},
    {GridId::kUnix, kSingle, MakeUnixSockets, "/proc/net/unix"},
    {GridId::kLocks, kSingle, MakeLocks, "/proc/locks"},
    {GridId::kIpcLimits, kSingle, MakeIpcLimits, "semctl(2), msgctl(2), shmctl(2)"},
    {GridId::kSem, LinuxDomain(30), MakeSysvSem, "/proc/sysvipc/sem"},
    {GridId::kMsg, LinuxDomain(29), MakeSysvMsg, "/proc/sysvipc/msg"},
    {GridId::kShm, LinuxDomain(28), MakeSysvShm, "/proc/sysvipc/shm"},
    {GridId::kProcess, ProcDomain(9), MakeProcesses, "/proc/PID/cmdline"},
    {GridId::kProcessCount, kSingle, MakeProcessCount, "/proc"},
    {GridId::kProcessStat, ProcDomain(9), MakeProcessStat, "/proc/PID/stat"},
    {GridId::kProcessStatm, ProcDomain(9), MakeProcessStatm, "/proc/PID/statm"},
    {GridId::kProcessStatus, ProcDomain(9), MakeProcessStatus, "/proc/PID/status"},
    {GridId::kProcessIo, ProcDomain(9), MakeProcessIo, "/proc/PID/io"},
    {GridId::kProcessSchedstat, ProcDomain(9), MakeProcessSchedstat, "/proc/PID/schedstat"},
    {GridId::kProcessFd, ProcDomain(9), MakeProcessFd, "/proc/PID/fd"},
    {GridId::kProcessSmaps, ProcDomain(9), MakeProcessSmaps, "/proc/PID/smaps_rollup"},
    {GridId::kProcessCgroup, ProcDomain(9), MakeProcessCgroup, "/proc/PID/cgroup"},
    {GridId::kProcessCwd, ProcDomain(9), MakeProcessCwd, "/proc/PID/cwd"},
    {GridId::kProcessExe, ProcDomain(9), MakeProcessExe, "/proc/PID/exe"},
    {GridId::kProcessArgs, ProcDomain(9), MakeProcessArgs, "/proc/PID/cmdline"},
    {GridId::kProcessEnviron, ProcDomain(9), MakeProcessEnviron, "/proc/PID/environ"},
    {GridId::kProcessWchan, ProcDomain(9), MakeProcessWchan, "/proc/PID/wchan"},
    {GridId::kProcessOom, ProcDomain(9), MakeProcessOom, "/proc/PID/oom_score"},
    {GridId::kProcessLabel, ProcDomain(9), MakeProcessLabel, "/proc/PID/attr/current"},
    {GridId::kProcessAutogroup, ProcDomain(9), MakeProcessAutogroup, "/proc/PID/autogroup"},
    {GridId::kProcessMaps, ProcDomain(9), MakeProcessMaps, "/proc/PID/maps"},
    {GridId::kRunQueue, kSingle, MakeProcessStat, "/proc/PID/stat"},
    {GridId::kUsage, kSingle, MakeUsage, "the collector itself"},
    {GridId::kUsageProgram, OwnDomain(0), MakeUsage, "/proc/PID, taskstats"},
    {GridId::kUsageUser, OwnDomain(1), MakeUsage, "/proc/PID, taskstats"},
    {GridId::kUsageUnit, OwnDomain(3), MakeUsage, "/proc/PID, taskstats"},
    {GridId::kProcControl, kSingle, MakeProcControl, "the collector itself"},
    {GridId::kCgroupSubsys, ProcDomain(37), MakeCgroupSubsys, "/proc/cgroups"},
    {GridId::kCgroupSubsysCount, kSingle, MakeCgroupSubsys, "/proc/cgroups"},
    {GridId::kCgroupMount, ProcDomain(38), MakeCgroupMounts, "/proc/mounts"},
    {GridId::kCgroupMountCount, kSingle, MakeCgroupMounts, "/proc/mounts"},
    {GridId::kCgroup2, ProcDomain(16), MakeCgroup2, "cpu.stat and *.pressure of version 2"},
    {GridId::kCgroup2Io, ProcDomain(17), MakeCgroup2, "io.stat of version 2"},
    {GridId::kCgroupCpuset, ProcDomain(20), MakeCgroupCpuset, "the controller cpuset"},
    {GridId::kCgroupCpuacct, ProcDomain(21), MakeCgroupCpuacct, "the controller cpuacct"},
    {GridId::kCgroupCpuacctCpu, ProcDomain(22), MakeCgroupCpuacct, "the controller cpuacct"},
    {GridId::kCgroupCpu, ProcDomain(23), MakeCgroupCpu, "the controller cpu"},
    {GridId::kCgroupMemory, ProcDomain(24), MakeCgroupMemory, "the controller memory"},
    {GridId::kCgroupNet, ProcDomain(25), MakeCgroupNet, "the controller net_cls"},
    {GridId::kCgroupBlkio, ProcDomain(26), MakeCgroupBlkio, "the controller blkio"},
    {GridId::kCgroupBlkioDevice, ProcDomain(27), MakeCgroupBlkio, "the controller blkio"},
    {GridId::kPmcd, kSingle, MakePmcd, "the collector itself"},
    {GridId::kMmvControl, kSingle, MakeMmvControl, "the collector itself"},
    {GridId::kNeverProcess, ProcDomain(9), MakeNever,
     "what this kind of collector or kernel never has"},
};

constexpr bool InOrder() {
  for (std::size_t i = 0; i < kGridCount; ++i)
    if (kGrids[i].id != static_cast<GridId>(i)) return false;
  return true;
}
static_assert(InOrder());

}  // namespace

const GridInfo& InfoOf(GridId id) { return kGrids[static_cast<std::size_t>(id)]; }

}  // namespace fdr::local
