// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/metadata/event_parameters.h"

#include <algorithm>

#include "fdr/archive/record/event_array.h"

namespace fdr {
namespace {

bool IsEvents(const FetchedValue& value) { return value.header != 0 && IsEvent(value.type()); }

}  // namespace

std::vector<MetricId> EventParametersIn(const FetchResult& result) {
  std::vector<MetricId> all;
  for (const FetchedSet& set : result.sets()) {
    if (set.header != 0) continue;  // numbers
    for (const FetchedValue& value : result.Values(set)) {
      if (!IsEvents(value)) break;  // nor are the others
      const Result<EventArray> events = EventArray::Decode(value.type(), value.Payload());
      if (!events) continue;
      for (const EventRecord& record : events->records())
        for (const EventParameter& parameter : events->Parameters(record))
          all.push_back(parameter.id);
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

RecordedMetric UnknownParameter(MetricId id) {
  return {{.id = id,
           .type = Type::kAggregate,
           .indom = {},
           .semantics = Semantics::kDiscrete,
           .units = {}},
          {"event_param." + ToString(id)}};
}

}  // namespace fdr
