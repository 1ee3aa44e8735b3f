// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A comparison as comma-separated values: numbers in full precision, in the units of the metric.

#include <fmt/format.h>

#include "fdr/tools/diff/diff_rows.h"
#include "fdr/tools/diff/presence_text.h"
#include "fdr/tools/text/csv_text.h"

namespace fdr::tools {
namespace {

void AppendStatistics(const SeriesStatistics* of, std::string& out) {
  if (of == nullptr) {
    out += ",0,,,,";
    return;
  }
  out += fmt::format(",{},{},{},{},{}", of->count(), of->min().value, of->values().Quantile(0.5),
                     of->values().Quantile(0.99), of->max().value);
}

void AppendRow(const DiffRow& row, bool safe, std::string& out) {
  const Column& column = *row.column;
  const SeriesDifference& difference = row.difference;
  AppendCsvText(column.metric, safe, out);
  out += ',';
  AppendCsvText(column.instance, safe, out);
  out += ',';
  AppendCsvText(column.units, safe, out);
  out += fmt::format(",{},{},{},{},{}", difference.distance, ToString(difference.presence),
                     row.others, difference.before, difference.after);
  AppendStatistics(row.before, out);
  AppendStatistics(row.after, out);
  out += '\n';
}

}  // namespace

void AppendDiffCsv(const Diff& diff, bool safe, std::string& out) {
  out +=
      "metric,instance,units,distance,presence,others,before,after,before_count,before_min,"
      "before_p50,before_p99,before_max,after_count,after_min,after_p50,after_p99,after_max\n";
  for (const DiffRow& row : diff.rows) AppendRow(row, safe, out);
}

}  // namespace fdr::tools
