// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pmapi/event_metrics.h"

#include "fdr/archive/base/ids.h"

namespace fdr::pmapi {

// No agent has metrics of this domain and cluster.
const std::array<EventMetric, 2> kEventMetrics = {{
    {MetricId::Build(511, 0, 1).value, "event.flags", "Flags for event records",
     "The flags that an event record was recorded with, as a metric of its own among the\n"
     "parameters of the record.  See pmUnpackEventRecords(3)."},
    {MetricId::Build(511, 0, 2).value, "event.missed", "Count of missed event records",
     "How many event records were lost, since they came faster than they were collected,\n"
     "as a metric of its own in place of them.  See pmUnpackEventRecords(3)."},
}};

const EventMetric* FindEventMetric(pmID id) {
  for (const EventMetric& metric : kEventMetrics)
    if (metric.id == id) return &metric;
  return nullptr;
}

const EventMetric* FindEventMetric(std::string_view name) {
  for (const EventMetric& metric : kEventMetrics)
    if (metric.name == name) return &metric;
  return nullptr;
}

pmDesc DescOf(const EventMetric& metric) {
  pmDesc desc = {};
  desc.pmid = metric.id;
  desc.type = PM_TYPE_U32;
  desc.indom = PM_INDOM_NULL;
  desc.sem = PM_SEM_DISCRETE;
  return desc;
}

}  // namespace fdr::pmapi
