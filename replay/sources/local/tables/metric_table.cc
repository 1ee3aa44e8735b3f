// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {

std::string OneLineOf(const MetricRow& row, std::string_view file) {
  if (!row.help.empty()) return std::string(row.help);
  return std::string(row.column) + " of " + std::string(file);
}

std::span<const std::span<const MetricGroup>> AllMetrics() {
  static const std::span<const MetricGroup> kFamilies[] = {
      KernelMetrics(),   HardwareMetrics(),  MemoryMetrics(),     VmstatMetrics(),
      ZoneMetrics(),     DiskMetrics(),      FilesystemMetrics(), InterfaceMetrics(),
      ProtocolMetrics(), Protocol6Metrics(), TcpMetrics(),        SocketMetrics(),
      IpcMetrics(),      ProcessMetrics(),   BlkioMetrics(),      CgroupMetrics(),
      PmcdMetrics(),     MmvMetrics(),       UsageMetrics(),
  };
  return kFamilies;
}

}  // namespace fdr::local
