// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric table: what programs and users used.  PCP does not have these metrics.

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {
namespace {

constexpr MetricRow kProgramRows[] = {
    {"cpu", Own(0, 0), kU64, kCounter, kMicrosec, "cpu",
     "CPU time, with that of processes that came and went between two samples"},
    {"exits", Own(0, 1), kU64, kCounter, kCount, "exits", "processes that ended"},
    {"read_bytes", Own(0, 2), kU64, kCounter, kByte, "read_bytes", "bytes read from disks"},
    {"write_bytes", Own(0, 3), kU64, kCounter, kByte, "write_bytes", "bytes written to disks"},
};

constexpr MetricRow kUserRows[] = {
    {"cpu", Own(1, 0), kU64, kCounter, kMicrosec, "cpu",
     "CPU time, with that of processes that came and went between two samples"},
    {"exits", Own(1, 1), kU64, kCounter, kCount, "exits", "processes that ended"},
    {"read_bytes", Own(1, 2), kU64, kCounter, kByte, "read_bytes", "bytes read from disks"},
    {"write_bytes", Own(1, 3), kU64, kCounter, kByte, "write_bytes", "bytes written to disks"},
};

constexpr MetricRow kOwnRows[] = {
    {"source", Own(2, 0), kString, kDiscrete, kNoUnits, "source",
     "the source of what is known of ended processes: taskstats of the kernel, or parents"},
    {"lost", Own(2, 1), kU64, kCounter, kCount, "lost",
     "ended processes whose records were lost, for lack of room"},
};

constexpr MetricGroup kGroups[] = {
    {GridId::kUsageProgram, kProgramRows, "fdr.usage.by_program."},
    {GridId::kUsageUser, kUserRows, "fdr.usage.by_user."},
    {GridId::kUsage, kOwnRows, "fdr.usage.exits."},
};

}  // namespace

std::span<const MetricGroup> UsageMetrics() { return kGroups; }

}  // namespace fdr::local
