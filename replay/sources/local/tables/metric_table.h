// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All metrics of the built-in collector, as a table: a metric is a column of a grid.
//
// Names, identifiers and descriptors are those of PCP's agents.  A new metric is a new row here.
// If its file is not read yet, it also needs a new grid and a source.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/units.h"
#include "fdr/archive/base/value.h"
#include "fdr/replay/sources/local/grid_id.h"
#include "fdr/replay/sources/mmv/mmv_format.h"

namespace fdr::local {

struct MetricRow {
  std::string_view name;  ///< behind the prefix of its group
  MetricId id;
  Type type;
  Semantics semantics;
  Units units;
  std::string_view column;  ///< of the grid; the grid's source defines the names
  std::string_view help;    ///< one line; "" if column and file say enough
};

struct MetricGroup {
  GridId grid;
  std::span<const MetricRow> rows;
  std::string_view prefix = {};  ///< of all names

  std::string NameOf(const MetricRow& row) const { return std::string(prefix).append(row.name); }
};

std::span<const MetricGroup> KernelMetrics();
std::span<const MetricGroup> HardwareMetrics();
std::span<const MetricGroup> MemoryMetrics();
std::span<const MetricGroup> VmstatMetrics();
std::span<const MetricGroup> ZoneMetrics();
std::span<const MetricGroup> DiskMetrics();
std::span<const MetricGroup> FilesystemMetrics();
std::span<const MetricGroup> InterfaceMetrics();
std::span<const MetricGroup> ProtocolMetrics();
std::span<const MetricGroup> Protocol6Metrics();
std::span<const MetricGroup> TcpMetrics();
std::span<const MetricGroup> SocketMetrics();
std::span<const MetricGroup> IpcMetrics();
std::span<const MetricGroup> ProcessMetrics();
std::span<const MetricGroup> CgroupMetrics();
std::span<const MetricGroup> BlkioMetrics();
std::span<const MetricGroup> PmcdMetrics();
std::span<const MetricGroup> MmvMetrics();
std::span<const MetricGroup> UsageMetrics();

/// The one-line help text of a metric whose grid comes from that file.
std::string OneLineOf(const MetricRow& row, std::string_view file);

/// All groups of metrics.
std::span<const std::span<const MetricGroup>> AllMetrics();

// Helpers for the rows.

constexpr MetricId Linux(std::uint32_t cluster, std::uint32_t item) {
  return MetricId::Build(60, cluster, item);
}
constexpr MetricId Proc(std::uint32_t cluster, std::uint32_t item) {
  return MetricId::Build(3, cluster, item);
}
constexpr MetricId Pmcd(std::uint32_t cluster, std::uint32_t item) {
  return MetricId::Build(2, cluster, item);
}
constexpr MetricId Mmv(std::uint32_t cluster, std::uint32_t item) {
  return MetricId::Build(mmv::kDomain, cluster, item);
}
constexpr MetricId Own(std::uint32_t cluster, std::uint32_t item) {
  return MetricId::Build(kOwnDomain, cluster, item);
}

inline constexpr Type k32 = Type::k32, kU32 = Type::kU32, k64 = Type::k64, kU64 = Type::kU64,
                      kFloat = Type::kFloat, kDouble = Type::kDouble, kString = Type::kString;
inline constexpr Semantics kCounter = Semantics::kCounter, kInstant = Semantics::kInstant,
                           kDiscrete = Semantics::kDiscrete;

inline constexpr Units kNoUnits{};
inline constexpr Units kCount{.dim_count = 1};
inline constexpr Units kByte{.dim_space = 1};
inline constexpr Units kKbyte{.dim_space = 1, .scale_space = 1};
inline constexpr Units kMbyte{.dim_space = 1, .scale_space = 2};
inline constexpr Units kNanosec{.dim_time = 1};
inline constexpr Units kMicrosec{.dim_time = 1, .scale_time = 1};
inline constexpr Units kMillisec{.dim_time = 1, .scale_time = 2};
inline constexpr Units kSec{.dim_time = 1, .scale_time = 3};
inline constexpr Units kPerMicrosec{.dim_time = -1, .scale_time = 1};
inline constexpr Units kCountPerSec{.dim_time = -1, .dim_count = 1, .scale_time = 3};
inline constexpr Units kBytePerSec{.dim_space = 1, .dim_time = -1, .scale_time = 3};
inline constexpr Units kMbytePerSec{
    .dim_space = 1, .dim_time = -1, .scale_space = 2, .scale_time = 3};

}  // namespace fdr::local
