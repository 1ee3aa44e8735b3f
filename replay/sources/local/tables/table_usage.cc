// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric table: what programs, users and units used.  PCP does not have these metrics.

#include <array>

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {
namespace {

constexpr std::array<MetricRow, 4> UsageRows(std::uint32_t cluster) {
  return {{
      {"cpu", Own(cluster, 0), kU64, kCounter, kMicrosec, "cpu",
       "CPU time, with that of processes that came and went between two samples"},
      {"exits", Own(cluster, 1), kU64, kCounter, kCount, "exits", "processes that ended"},
      {"read_bytes", Own(cluster, 2), kU64, kCounter, kByte, "read_bytes", "bytes read from disks"},
      {"write_bytes", Own(cluster, 3), kU64, kCounter, kByte, "write_bytes",
       "bytes written to disks"},
  }};
}
// Cluster 2 is that of exits.
constexpr auto kProgramRows = UsageRows(0), kUserRows = UsageRows(1), kUnitRows = UsageRows(3);

constexpr MetricRow kOwnRows[] = {
    {"source", Own(2, 0), kString, kDiscrete, kNoUnits, "source",
     "how the collector learns of ended processes: from taskstats of the kernel, or from parents"},
    {"lost", Own(2, 1), kU64, kCounter, kCount, "lost",
     "ended processes whose records were lost, for lack of room"},
};

constexpr MetricGroup kGroups[] = {
    {GridId::kUsageProgram, kProgramRows, "fdr.usage.by_program."},
    {GridId::kUsageUser, kUserRows, "fdr.usage.by_user."},
    {GridId::kUsageUnit, kUnitRows, "fdr.usage.by_unit."},
    {GridId::kUsage, kOwnRows, "fdr.usage.exits."},
};

}  // namespace

std::span<const MetricGroup> UsageMetrics() { return kGroups; }

}  // namespace fdr::local
