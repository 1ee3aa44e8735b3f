// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/tables/indom_text.h"

namespace fdr::local {
namespace {

struct Row {
  std::uint32_t domain;
  std::uint32_t serial;
  std::string_view text;
};

constexpr Row kInDomTexts[] = {
    {60, 0, "processors"},
    {60, 1, "whole disks"},
    {60, 2, "periods over which load averages are taken, in minutes"},
    {60, 3, "network interfaces"},
    {60, 4, "interrupt lines, and kinds of interrupts"},
    {60, 5, "mounted file systems of block devices"},
    {60, 6, "swap devices and files"},
    {60, 10, "disk partitions"},
    {60, 11, "SCSI devices"},
    {60, 12, "kernel object caches"},
    {60, 17, "network interfaces, with their aliases"},
    {60, 18, "mounted tmpfs file systems"},
    {60, 19, "NUMA nodes"},
    {60, 23, "types of ICMP messages"},
    {60, 24, "device-mapper devices"},
    {60, 25, "software RAID devices"},
    {60, 28, "System V shared memory segments"},
    {60, 29, "System V message queues"},
    {60, 30, "System V semaphore sets"},
    {60, 31, "orders of free memory blocks, by zone and NUMA node"},
    {60, 32, "memory zones, by NUMA node"},
    {60, 33, "lowmem reserves of memory zones"},
    {60, 36, "kinds of software interrupts"},
    {60, 37, "periods over which pressure averages are taken"},
    {60, 40, "interrupt lines, by processor"},
    {60, 41, "kinds of software interrupts, by processor"},
    {60, 42, "disks that several paths lead to, by their world-wide names"},
    {3, 9, "processes"},
    {3, 16, "control groups of version 2"},
    {3, 17, "control groups of version 2, by block device"},
    {3, 20, "control groups of the controller cpuset"},
    {3, 21, "control groups of the controller cpuacct"},
    {3, 22, "control groups of the controller cpuacct, by processor"},
    {3, 23, "control groups of the controller cpu"},
    {3, 24, "control groups of the controller memory"},
    {3, 25, "control groups of the controller net_cls"},
    {3, 26, "control groups of the controller blkio"},
    {3, 27, "control groups of the controller blkio, by block device"},
    {3, 37, "control group controllers of the kernel"},
    {3, 38, "mounts of control group controllers"},
    {508, 0, "programs, by the names that the kernel has of them"},
    {508, 1, "users"},
    {508, 3, "systemd units, containers and pods, by the names that people use"},
};

}  // namespace

std::string_view InDomText(InDomId indom) {
  for (const Row& row : kInDomTexts)
    if (InDomId::Build(row.domain, row.serial) == indom) return row.text;
  return {};
}

}  // namespace fdr::local
