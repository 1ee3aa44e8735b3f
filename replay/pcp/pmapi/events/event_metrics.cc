// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/events/event_metrics.h"

#include "fdr/archive/base/domains.h"
#include "fdr/archive/base/ids.h"

namespace fdr::pmapi {

// The texts are what pminfo -tT of PCP 6.0.3 prints.  No agent has metrics of this domain and
// cluster.
const std::array<EventMetric, 2> kEventMetrics = {{
    {MetricId::Build(kDerivedDomain, 0, 1).value, "event.flags", "Flags for event records",
     "An anonymous derived metric that is used to encode the event flags\n"
     "associated with event records.   See pmUnpackEventRecords(3)."},
    {MetricId::Build(kDerivedDomain, 0, 2).value, "event.missed", "Count of missed event records",
     "An anonymous derived metric that is used to encode the number of\n"
     "event records missed because either the PMDA could not keep up\n"
     "or the PMAPI client did not collect the event records fast\n"
     "enough.  See pmUnpackEventRecords(3)."},
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
