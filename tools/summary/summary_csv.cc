// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A summary as comma-separated values: numbers in full precision, in the units of the metric.

#include <fmt/format.h>

#include "fdr/tools/summary/summary_rows.h"
#include "fdr/tools/text/csv_text.h"

namespace fdr::tools {
namespace {

void AppendRow(const SummaryRow& row, const Zone& zone, bool safe, std::string& out) {
  const Column& column = *row.column;
  const SeriesStatistics& of = *row.statistics;
  AppendCsvText(column.metric, safe, out);
  out += ',';
  AppendCsvText(column.instance, safe, out);
  out += ',';
  AppendCsvText(column.units, safe, out);
  out += fmt::format(",{},{},{},{},{}", of.count(), of.seconds(), of.values().Mean(),
                     of.min().value, Rfc3339(of.min().stamp, zone));
  for (const double part : {0.5, 0.9, 0.99}) out += fmt::format(",{}", of.values().Quantile(part));
  out += fmt::format(",{},{}\n", of.max().value, Rfc3339(of.max().stamp, zone));
}

}  // namespace

void AppendSummaryCsv(const Summary& summary, const Zone& zone, bool safe, std::string& out) {
  out += "metric,instance,units,count,seconds,mean,min,min_time,p50,p90,p99,max,max_time\n";
  for (const SummaryRow& row : summary.rows) AppendRow(row, zone, safe, out);
}

}  // namespace fdr::tools
