// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Functions that make the sources.  The files and the column names of a source are described where
// it is implemented.

#pragma once

#include <memory>

#include "fdr/replay/sources/local/source.h"

namespace fdr::local {

class Machine;

std::unique_ptr<Source> MakeAddresses(Machine& machine);
std::unique_ptr<Source> MakeBlockDevices(Machine& machine);
std::unique_ptr<Source> MakeBuddyinfo(Machine& machine);
std::unique_ptr<Source> MakeCgroup2(Machine& machine);
std::unique_ptr<Source> MakeCgroupBlkio(Machine& machine);
std::unique_ptr<Source> MakeCgroupCpu(Machine& machine);
std::unique_ptr<Source> MakeCgroupCpuacct(Machine& machine);
std::unique_ptr<Source> MakeCgroupCpuset(Machine& machine);
std::unique_ptr<Source> MakeCgroupMemory(Machine& machine);
std::unique_ptr<Source> MakeCgroupMounts(Machine& machine);
std::unique_ptr<Source> MakeCgroupNet(Machine& machine);
std::unique_ptr<Source> MakeCgroupSubsys(Machine& machine);
std::unique_ptr<Source> MakeCpuDevices(Machine& machine);
std::unique_ptr<Source> MakeCpuInfo(Machine& machine);
std::unique_ptr<Source> MakeDiskstats(Machine& machine);
std::unique_ptr<Source> MakeFilesystems(Machine& machine);
std::unique_ptr<Source> MakeInterrupts(Machine& machine);
std::unique_ptr<Source> MakeIpcLimits(Machine& machine);
std::unique_ptr<Source> MakeKsm(Machine& machine);
std::unique_ptr<Source> MakeLoadavg(Machine& machine);
std::unique_ptr<Source> MakeLocks(Machine& machine);
std::unique_ptr<Source> MakeMeminfo(Machine& machine);
std::unique_ptr<Source> MakeMmvControl(Machine& machine);
std::unique_ptr<Source> MakeNetDev(Machine& machine);
std::unique_ptr<Source> MakeNetDevices(Machine& machine);
std::unique_ptr<Source> MakeNetstat(Machine& machine);
std::unique_ptr<Source> MakeNever(Machine& machine);
std::unique_ptr<Source> MakeNumaNodes(Machine& machine);
std::unique_ptr<Source> MakePmcd(Machine& machine);
std::unique_ptr<Source> MakePressure(Machine& machine);
std::unique_ptr<Source> MakeProcControl(Machine& machine);
std::unique_ptr<Source> MakeProcStat(Machine& machine);
std::unique_ptr<Source> MakeProcSys(Machine& machine);
std::unique_ptr<Source> MakeProcessArgs(Machine& machine);
std::unique_ptr<Source> MakeProcessAutogroup(Machine& machine);
std::unique_ptr<Source> MakeProcessCgroup(Machine& machine);
std::unique_ptr<Source> MakeProcessCount(Machine& machine);
std::unique_ptr<Source> MakeProcessCwd(Machine& machine);
std::unique_ptr<Source> MakeProcessEnviron(Machine& machine);
std::unique_ptr<Source> MakeProcessExe(Machine& machine);
std::unique_ptr<Source> MakeProcessFd(Machine& machine);
std::unique_ptr<Source> MakeProcessIo(Machine& machine);
std::unique_ptr<Source> MakeProcessLabel(Machine& machine);
std::unique_ptr<Source> MakeProcessMaps(Machine& machine);
std::unique_ptr<Source> MakeProcessOom(Machine& machine);
std::unique_ptr<Source> MakeProcessSchedstat(Machine& machine);
std::unique_ptr<Source> MakeProcessSmaps(Machine& machine);
std::unique_ptr<Source> MakeProcessStat(Machine& machine);
std::unique_ptr<Source> MakeProcessStatm(Machine& machine);
std::unique_ptr<Source> MakeProcessStatus(Machine& machine);
std::unique_ptr<Source> MakeProcessWchan(Machine& machine);
std::unique_ptr<Source> MakeProcesses(Machine& machine);
std::unique_ptr<Source> MakeRaw6Sockets(Machine& machine);
std::unique_ptr<Source> MakeRawSockets(Machine& machine);
std::unique_ptr<Source> MakeSlabinfo(Machine& machine);
std::unique_ptr<Source> MakeSnmp(Machine& machine);
std::unique_ptr<Source> MakeSnmp6(Machine& machine);
std::unique_ptr<Source> MakeSockstat(Machine& machine);
std::unique_ptr<Source> MakeSockstat6(Machine& machine);
std::unique_ptr<Source> MakeSoftirqs(Machine& machine);
std::unique_ptr<Source> MakeSoftnet(Machine& machine);
std::unique_ptr<Source> MakeSwaps(Machine& machine);
std::unique_ptr<Source> MakeSysvMsg(Machine& machine);
std::unique_ptr<Source> MakeSysvSem(Machine& machine);
std::unique_ptr<Source> MakeSysvShm(Machine& machine);
std::unique_ptr<Source> MakeTcpSockets(Machine& machine);
std::unique_ptr<Source> MakeUdp6Sockets(Machine& machine);
std::unique_ptr<Source> MakeUdpSockets(Machine& machine);
std::unique_ptr<Source> MakeUname(Machine& machine);
std::unique_ptr<Source> MakeUnixSockets(Machine& machine);
std::unique_ptr<Source> MakeUptime(Machine& machine);
std::unique_ptr<Source> MakeUsage(Machine& machine);
std::unique_ptr<Source> MakeUsers(Machine& machine);
std::unique_ptr<Source> MakeVmstat(Machine& machine);
std::unique_ptr<Source> MakeZoneinfo(Machine& machine);

}  // namespace fdr::local
