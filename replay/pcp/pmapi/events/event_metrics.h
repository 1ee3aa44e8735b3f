// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Two metrics that every context has.  pmUnpackEventRecords() fills them with the flags of event
// records, and with the number of missed records.

#pragma once

#include <pcp/pmapi.h>

#include <array>
#include <optional>
#include <string_view>

namespace fdr::pmapi {

struct EventMetric {
  pmID id;
  std::string_view name;
  std::string_view oneline;
  std::string_view help;
};

/// "event.flags" and "event.missed".
extern const std::array<EventMetric, 2> kEventMetrics;

const EventMetric* FindEventMetric(pmID id);
const EventMetric* FindEventMetric(std::string_view name);
pmDesc DescOf(const EventMetric& metric);

}  // namespace fdr::pmapi
