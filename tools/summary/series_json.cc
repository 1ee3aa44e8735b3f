// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/series_json.h"

#include "fdr/tools/run/time_text.h"
#include "fdr/tools/summary/summary_rows.h"

namespace fdr::tools {
namespace {

void WriteSpread(const SeriesStatistics& statistics, JsonWriter& json) {
  json.Key("histogram").BeginArray();
  for (const double weight : SpreadOf(statistics)) json.Double(weight);
  json.EndArray();
}

void WriteCourse(const SeriesStatistics& statistics, JsonWriter& json) {
  json.Key("course").BeginArray();
  for (std::size_t i = 0; i < TimeCells::kCells; ++i) {
    const std::optional<double> mean = statistics.cells().Mean(i, 1);
    mean ? json.Double(*mean) : json.Null();
  }
  json.EndArray();
}

}  // namespace

void WriteSeries(const Column& column, JsonWriter& json) {
  json.Key("metric").String(column.metric);
  if (column.id != kSingular)
    json.Key("instance").String(column.instance).Key("instance_id").Int(column.id);
  json.Key("semantics").String(ToString(column.desc.semantics));
  json.Key("rate").Bool(column.is_rate).Key("units").String(column.units);
}

void WriteStatistics(const SeriesStatistics& statistics, const Zone& zone, JsonWriter& json) {
  const ValueDistribution& values = statistics.values();
  json.Key("count").UInt(statistics.count()).Key("seconds").Double(statistics.seconds());
  json.Key("mean").Double(values.Mean());
  json.Key("min").Double(statistics.min().value);
  json.Key("min_time").String(Rfc3339(statistics.min().stamp, zone));
  json.Key("p50").Double(values.Quantile(0.5)).Key("p90").Double(values.Quantile(0.9));
  json.Key("p99").Double(values.Quantile(0.99));
  json.Key("max").Double(statistics.max().value);
  json.Key("max_time").String(Rfc3339(statistics.max().stamp, zone));
  json.Key("wraps").UInt(statistics.wraps()).Key("resets").UInt(statistics.resets());
  WriteSpread(statistics, json);
  WriteCourse(statistics, json);
}

}  // namespace fdr::tools
