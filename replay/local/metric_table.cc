// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/local/metric_table.h"

namespace fdr::local {

std::span<const std::span<const MetricGroup>> AllMetrics() {
  static const std::span<const MetricGroup> kFamilies[] = {
      KernelMetrics(),   HardwareMetrics(),  MemoryMetrics(),     VmstatMetrics(),
      ZoneMetrics(),     DiskMetrics(),      FilesystemMetrics(), InterfaceMetrics(),
      ProtocolMetrics(), Protocol6Metrics(), TcpMetrics(),        SocketMetrics(),
      IpcMetrics(),      ProcessMetrics(),   BlkioMetrics(),      CgroupMetrics(),
      PmcdMetrics(),
  };
  return kFamilies;
}

}  // namespace fdr::local
