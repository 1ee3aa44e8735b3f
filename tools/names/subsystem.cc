// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/names/subsystem.h"

#include <array>

namespace fdr::tools {
namespace {

struct Subsystem {
  std::string_view name, about;
};

constexpr std::array kSubsystems = {
    Subsystem{"acct", "processes that have ended"},
    Subsystem{"bpf", "what programs in the kernel measure"},
    Subsystem{"cgroup", "control groups: services and containers"},
    Subsystem{"containers", "containers"},
    Subsystem{"disk", "disks, partitions, and devices made of them"},
    Subsystem{"event", "events"},
    Subsystem{"filesys", "mounted file systems"},
    Subsystem{"hinv", "the hardware"},
    Subsystem{"hotproc", "processes that match a condition"},
    Subsystem{"ipc", "shared memory, semaphores and message queues"},
    Subsystem{"kernel", "processors, load, scheduling, interrupts and pressure"},
    Subsystem{"mem", "memory, paging and the page cache"},
    Subsystem{"mmv", "programs that publish their own metrics"},
    Subsystem{"mysql", "the database MySQL"},
    Subsystem{"network", "network interfaces and protocols"},
    Subsystem{"nfs", "NFS, version 2"},
    Subsystem{"nfs3", "NFS, version 3"},
    Subsystem{"nfs4", "NFS, version 4"},
    Subsystem{"openmetrics", "services that publish metrics through HTTP"},
    Subsystem{"pmcd", "PCP's collector"},
    Subsystem{"pmproxy", "PCP's web server"},
    Subsystem{"postgresql", "the database PostgreSQL"},
    Subsystem{"proc", "processes"},
    Subsystem{"quota", "quotas of file systems"},
    Subsystem{"rpc", "remote procedure calls of NFS"},
    Subsystem{"sample", "examples of PCP"},
    Subsystem{"swap", "swap space"},
    Subsystem{"swapdev", "swap devices"},
    Subsystem{"sysfs", "what the kernel shows in /sys"},
    Subsystem{"tmpfs", "file systems in memory"},
    Subsystem{"vfs", "files and inodes of the kernel"},
    Subsystem{"xfs", "the file system XFS"},
    Subsystem{"zram", "compressed memory"},
};

}  // namespace

std::string_view SubsystemOf(std::string_view metric) {
  const std::size_t dot = metric.find('.');
  return dot == metric.npos ? "" : metric.substr(0, dot);
}

std::string_view AboutSubsystem(std::string_view subsystem) {
  for (const Subsystem& known : kSubsystems)
    if (known.name == subsystem) return known.about;
  return "";
}

}  // namespace fdr::tools
