// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A line of comma-separated values for each metric.

#include <fmt/format.h>

#include "fdr/tools/names/metric_list.h"
#include "fdr/tools/names/subsystem.h"
#include "fdr/tools/text/csv_text.h"

namespace fdr::tools {
namespace {

constexpr std::string_view kMetricFields = "metric,subsystem,id,semantics,type,units,text";

// The columns of a metric, without an end of the line.
void AppendMetric(const MetricInfo& metric, bool safe, std::string& out) {
  AppendCsvText(metric.name, safe, out);
  for (const std::string& text :
       {std::string(SubsystemOf(metric.name)), ToString(metric.desc.id),
        std::string(ToString(metric.desc.semantics)), std::string(ToString(metric.desc.type)),
        ToString(metric.desc.units), metric.one_line}) {
    out += ',';
    AppendCsvText(text, safe, out);
  }
}

class CsvList : public MetricList {
 public:
  explicit CsvList(bool safe) : safe_(safe) {}

  void Begin(std::string& out) override { out += fmt::format("{}\n", kMetricFields); }
  void Add(const MetricInfo& metric, std::string_view, std::string& out) override {
    AppendMetric(metric, safe_, out);
    out += '\n';
  }

 private:
  const bool safe_;
};

}  // namespace

std::unique_ptr<MetricList> MakeCsvList(bool safe) { return std::make_unique<CsvList>(safe); }

void AppendActivityCsv(const std::vector<Activity>& found, bool safe, std::string& out) {
  out += fmt::format("{},change,instance,value_units,mean,min,max\n", kMetricFields);
  for (const Activity& activity : found) {
    const SeriesStatistics& of = *activity.statistics;
    AppendMetric(*activity.metric, safe, out);
    out += fmt::format(",{},", activity.change);
    AppendCsvText(activity.column->instance, safe, out);
    out += ',';
    AppendCsvText(activity.column->units, safe, out);
    out += fmt::format(",{},{},{}\n", of.values().Mean(), of.min().value, of.max().value);
  }
}

}  // namespace fdr::tools
