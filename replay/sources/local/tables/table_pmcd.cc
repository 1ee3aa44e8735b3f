// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric table: metrics that clients expect of any collector.

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {
namespace {

constexpr MetricRow kPmcdRows[] = {
    {"pmcd.timezone", Pmcd(0, 5), kString, kDiscrete, kNoUnits, "timezone",
     "time zone of this machine, as in TZ"},
    {"pmcd.zoneinfo", Pmcd(0, 26), kString, kDiscrete, kNoUnits, "zoneinfo",
     "name of the time zone of this machine"},
    {"pmcd.version", Pmcd(0, 7), kString, kDiscrete, kNoUnits, "version",
     "version of the collector"},
    {"pmcd.hostname", Pmcd(0, 21), kString, kDiscrete, kNoUnits, "hostname",
     "name of this machine"},
    {"pmcd.pid", Pmcd(0, 23), kU64, kDiscrete, kNoUnits, "pid",
     "a number that changes when the machine is started"},
    {"pmcd.seqnum", Pmcd(0, 24), kU32, kDiscrete, kNoUnits, "seqnum",
     "a number that changes when the machine is started"},
};

constexpr MetricGroup kGroups[] = {
    {GridId::kPmcd, kPmcdRows},
};

}  // namespace

std::span<const MetricGroup> PmcdMetrics() { return kGroups; }

}  // namespace fdr::local
