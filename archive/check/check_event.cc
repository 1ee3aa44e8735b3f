// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_event.h"

#include "fdr/archive/record/event_array.h"

namespace fdr {

void CheckEvents(Type type, Bytes payload, const CatalogMetric& metric, const Catalog& catalog,
                 const CheckPlace& place, FileReport& report) {
  const Result<EventArray> events = EventArray::Decode(type, payload);
  if (!events) {
    report.Add(CheckCode::kDataEvent, place, "{}: {}", metric.name, events.error().what);
    return;
  }
  for (const EventRecord& event : events->records()) {
    if (event.count < 0)
      report.Add(CheckCode::kDataEvent, place, "{}: an event record with {} parameters",
                 metric.name, event.count);
    if (!event.stamp.Valid())
      report.Add(CheckCode::kDataEventStamp, place, "{}: an event record with the stamp {}",
                 metric.name, StampText(event.stamp));
    for (const EventParameter& parameter : events->Parameters(event))
      if (!catalog.metric_numbers.contains(parameter.id))
        report.Add(CheckCode::kDataEventParameter, place,
                   "{}: the parameter {} of an event record is not described", metric.name,
                   ToString(parameter.id));
  }
}

}  // namespace fdr
