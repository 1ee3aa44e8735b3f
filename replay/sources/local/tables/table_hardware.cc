// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric table: the hardware.

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {
namespace {

constexpr MetricRow kMeminfoRows[] = {
    {"hinv.physmem", Linux(1, 9), kU32, kDiscrete, kMbyte, "PhysicalMegabytes", "size of memory"},
    {"hinv.hugepagesize", Linux(1, 59), kU32, kDiscrete, kByte, "HugepageBytes",
     "size of a huge page"},
};

constexpr MetricRow kSystemRows[] = {
    {"hinv.pagesize", Linux(1, 11), kU32, kDiscrete, kByte, "pagesize", "size of a page of memory"},
    {"hinv.ntape", Linux(71, 16), kU32, kDiscrete, kNoUnits, "none", "tape drives"},
    {"hinv.nfchost", Linux(91, 16), kU32, kDiscrete, kNoUnits, "none", "fibre channel ports"},
};

constexpr MetricRow kStatRows[] = {
    {"hinv.ncpu", Linux(0, 32), kU32, kDiscrete, kNoUnits, "processors",
     "processors that are online"},
};

constexpr MetricRow kDiskAllRows[] = {
    {"hinv.ndisk", Linux(0, 33), kU32, kDiscrete, kNoUnits, "disks", "whole disks"},
};

constexpr MetricRow kFilesystemCountRows[] = {
    {"hinv.nfilesys", Linux(5, 0), kU32, kDiscrete, kCount, "count",
     "mounted file systems of block devices"},
};

constexpr MetricRow kInterfaceAllRows[] = {
    {"hinv.ninterface", Linux(3, 27), kU32, kDiscrete, kNoUnits, "interfaces",
     "network interfaces"},
};

constexpr MetricRow kNodeCountRows[] = {
    {"hinv.nnode", Linux(0, 19), kU32, kDiscrete, kNoUnits, "nodes", "NUMA nodes"},
};

constexpr MetricRow kUnameRows[] = {
    {"hinv.machine", Linux(18, 7), kString, kDiscrete, kNoUnits, "machine", "kind of processor"},
};

constexpr MetricRow kScsiRows[] = {
    {"hinv.map.scsi", Linux(15, 0), kString, kDiscrete, kNoUnits, "device",
     "device of a SCSI device"},
};

constexpr MetricRow kDiskDeviceRows[] = {
    {"hinv.map.scsi_id", Linux(0, 103), kString, kDiscrete, kNoUnits, "scsi_id",
     "world-wide identifier of a disk"},
};

constexpr MetricRow kCpuInfoRows[] = {
    {"hinv.map.cpu_num", Linux(18, 6), kU32, kDiscrete, kNoUnits, "processor",
     "number of a processor"},
    {"hinv.map.cpu_node", Linux(18, 8), kU32, kDiscrete, kNoUnits, "node",
     "NUMA node of a processor"},
    {"hinv.cpu.clock", Linux(18, 0), kFloat, kDiscrete, kPerMicrosec, "cpu MHz", "clock rate now"},
    {"hinv.cpu.vendor", Linux(18, 1), kString, kDiscrete, kNoUnits, "vendor_id", "manufacturer"},
    {"hinv.cpu.model", Linux(18, 2), kString, kDiscrete, kNoUnits, "model", "number of its model"},
    {"hinv.cpu.stepping", Linux(18, 3), kString, kDiscrete, kNoUnits, "stepping",
     "revision of its model"},
    {"hinv.cpu.cache", Linux(18, 4), kU32, kDiscrete, kKbyte, "cache size",
     "size of its largest cache"},
    {"hinv.cpu.bogomips", Linux(18, 5), kFloat, kDiscrete, kNoUnits, "bogomips",
     "what the kernel measured when it calibrated a delay loop"},
    {"hinv.cpu.model_name", Linux(18, 9), kString, kDiscrete, kNoUnits, "model name",
     "name of its model"},
    {"hinv.cpu.flags", Linux(18, 10), kString, kDiscrete, kNoUnits, "flags", "its capabilities"},
    {"hinv.cpu.cache_alignment", Linux(18, 11), kU32, kDiscrete, kNoUnits, "cache_alignment",
     "alignment that suits its cache"},
};

constexpr MetricRow kDmDeviceRows[] = {
    {"hinv.map.dmname", Linux(54, 13), kString, kDiscrete, kNoUnits, "kernel_name",
     "name that the kernel gives to a device-mapper device"},
};

constexpr MetricRow kMdDeviceRows[] = {
    {"hinv.map.mdname", Linux(59, 13), kString, kDiscrete, kNoUnits, "kernel_name",
     "name that the kernel gives to a RAID device"},
};

constexpr MetricRow kCpuDeviceRows[] = {
    {"hinv.cpu.online", Linux(55, 0), kU32, kInstant, kNoUnits, "online", "whether it is in use"},
    {"hinv.cpu.thermal_throttle.core.count", Linux(55, 2), kU64, kCounter, kCount,
     "thermal_throttle/core_throttle_count", "how often the core was slowed down by heat"},
    {"hinv.cpu.thermal_throttle.core.time", Linux(55, 3), kU64, kCounter, kMillisec,
     "thermal_throttle/core_throttle_total_time_ms", "how long the core was slowed down by heat"},
    {"hinv.cpu.thermal_throttle.package.count", Linux(55, 4), kU64, kCounter, kCount,
     "thermal_throttle/package_throttle_count", "how often the package was slowed down by heat"},
    {"hinv.cpu.thermal_throttle.package.time", Linux(55, 5), kU64, kCounter, kCount,
     "thermal_throttle/package_throttle_total_time_ms",
     "how long the package was slowed down by heat"},
    {"hinv.cpu.frequency_scaling.count", Linux(55, 6), kU64, kCounter, kCount, "cycles",
     "clock rates times how long the clock was at them"},
    {"hinv.cpu.frequency_scaling.time", Linux(55, 7), kU64, kCounter, kMicrosec,
     "cpufreq/stats/time_in_state", "how long the clock was at any of its rates"},
    {"hinv.cpu.frequency_scaling.max", Linux(55, 8), kU32, kInstant, kPerMicrosec,
     "cpufreq/cpuinfo_max_freq", "highest clock rate"},
    {"hinv.cpu.frequency_scaling.min", Linux(55, 9), kU32, kInstant, kPerMicrosec,
     "cpufreq/cpuinfo_min_freq", "lowest clock rate"},
};

constexpr MetricRow kNodeRows[] = {
    {"hinv.node.online", Linux(55, 1), kU32, kInstant, kNoUnits, "online",
     "whether the NUMA node is in use"},
};

constexpr MetricGroup kGroups[] = {
    {GridId::kMeminfo, kMeminfoRows},
    {GridId::kSystem, kSystemRows},
    {GridId::kStat, kStatRows},
    {GridId::kDiskAll, kDiskAllRows},
    {GridId::kFilesystemCount, kFilesystemCountRows},
    {GridId::kInterfaceAll, kInterfaceAllRows},
    {GridId::kNodeCount, kNodeCountRows},
    {GridId::kUname, kUnameRows},
    {GridId::kScsi, kScsiRows},
    {GridId::kDiskDevice, kDiskDeviceRows},
    {GridId::kCpuInfo, kCpuInfoRows},
    {GridId::kDmDevice, kDmDeviceRows},
    {GridId::kMdDevice, kMdDeviceRows},
    {GridId::kCpuDevice, kCpuDeviceRows},
    {GridId::kNode, kNodeRows},
};

}  // namespace

std::span<const MetricGroup> HardwareMetrics() { return kGroups; }

}  // namespace fdr::local
