// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/series_json.h"
#include "fdr/tools/summary/summary_rows.h"

namespace fdr::tools {

void AppendSummaryJson(const Summary& summary, const Zone& zone, std::string& out) {
  JsonWriter head(out);
  head.BeginObject().Key("schema").String("fdr.summary/1").Key("host").String(summary.host);
  head.Key("start").String(Rfc3339(summary.window.start, zone));
  head.Key("end").String(Rfc3339(summary.window.end, zone));
  head.Key("records").UInt(summary.records).Key("gaps").UInt(summary.gaps);
  head.Key("hidden_instances").UInt(summary.hidden_instances).EndObject();
  out += '\n';
  for (const SummaryRow& row : summary.rows) {
    JsonWriter json(out);
    json.BeginObject();
    WriteSeries(*row.column, json);
    WriteStatistics(*row.statistics, zone, json);
    json.EndObject();
    out += '\n';
  }
}

}  // namespace fdr::tools
