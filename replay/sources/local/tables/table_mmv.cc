// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric table: what PCP's agent for memory mapped values says about itself.

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {
namespace {

constexpr MetricRow kControlRows[] = {
    {"mmv.control.reload", Mmv(0, 0), k32, kInstant, kNoUnits, "reload",
     "always 0: changes of files are noticed without it"},
    {"mmv.control.debug", Mmv(0, 1), k32, kInstant, kNoUnits, "debug", "always 0"},
    {"mmv.control.files", Mmv(0, 2), k32, kInstant, kNoUnits, "files",
     "files of memory mapped values that are read"},
};

constexpr MetricGroup kGroups[] = {
    {GridId::kMmvControl, kControlRows},
};

}  // namespace

std::span<const MetricGroup> MmvMetrics() { return kGroups; }

}  // namespace fdr::local
