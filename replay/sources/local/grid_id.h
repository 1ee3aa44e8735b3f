// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The grids: the instances of their rows, and the sources that fill them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/sources/local/source.h"

namespace fdr::local {

class Machine;

/// Among grids of the same instance domain, the first has all instances.
enum class GridId : std::uint8_t {
  kNever,
  kStat,
  kStatCpu,
  kNode,
  kNodeCount,
  kStatNode,
  kLoad,
  kLoadavg,
  kUptime,
  kUsers,
  kProcSys,
  kPressure,
  kPressureAverage,
  kInterrupt,
  kInterruptAll,
  kInterruptLine,
  kInterruptCpu,
  kSoftirq,
  kSoftirqLine,
  kSoftirqCpu,
  kUname,
  kSystem,
  kCpuInfo,
  kCpuDevice,
  kMeminfo,
  kVmstat,
  kBuddy,
  kSlab,
  kZone,
  kZoneProtection,
  kKsm,
  kDisk,
  kDiskAll,
  kPartition,
  kDm,
  kMd,
  kWwid,
  kWwidDevice,
  kDiskDevice,
  kPartitionDevice,
  kDmDevice,
  kMdDevice,
  kScsi,
  kSwapDevice,
  kFilesystem,
  kFilesystemCount,
  kTmpfs,
  kInterface,
  kInterfaceDevice,
  kInterfaceAll,
  kAddress,
  kSnmp,
  kIcmpType,
  kNetstat,
  kSnmp6,
  kSockstat,
  kSockstat6,
  kSoftnet,
  kSoftnetCpu,
  kTcp,
  kTcp6,
  kUdp,
  kUdp6,
  kRaw,
  kRaw6,
  kUnix,
  kLocks,
  kIpcLimits,
  kSem,
  kMsg,
  kShm,
  kProcess,
  kProcessCount,
  kProcessStat,
  kProcessStatm,
  kProcessStatus,
  kProcessIo,
  kProcessSchedstat,
  kProcessFd,
  kProcessSmaps,
  kProcessCgroup,
  kProcessCwd,
  kProcessExe,
  kProcessArgs,
  kProcessEnviron,
  kProcessWchan,
  kProcessOom,
  kProcessLabel,
  kProcessAutogroup,
  kProcessMaps,
  kRunQueue,
  kUsage,
  kUsageProgram,
  kUsageUser,
  kUsageUnit,
  kProcControl,
  kCgroupSubsys,
  kCgroupSubsysCount,
  kCgroupMount,
  kCgroupMountCount,
  kCgroup2,  // from here to kCgroupBlkioDevice: of control groups, as the collector knows
  kCgroup2Io,
  kCgroupCpuset,
  kCgroupCpuacct,
  kCgroupCpuacctCpu,
  kCgroupCpu,
  kCgroupMemory,
  kCgroupNet,
  kCgroupBlkio,
  kCgroupBlkioDevice,
  kPmcd,
  kMmvControl,
  kNeverProcess,
};
inline constexpr std::size_t kGridCount = static_cast<std::size_t>(GridId::kNeverProcess) + 1;

/// The domain of metrics that PCP does not have.
inline constexpr std::uint32_t kOwnDomain = 508;

struct GridInfo {
  GridId id;
  InDomId indom;  ///< null: one row, without an instance
  /// Makes the source; grids with the same function share one source.
  std::unique_ptr<Source> (*make_source)(Machine&);
  std::string_view file;  ///< where the values come from, for people
};

const GridInfo& InfoOf(GridId id);

/// Whether the metrics of a grid are never supported; PCP's clients get an error for these.
constexpr bool IsNever(GridId id) { return id == GridId::kNever || id == GridId::kNeverProcess; }

}  // namespace fdr::local
