// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /pmapi/context: a number for the next requests.

#include <string>

#include "fdr/replay/serve/series/id/series_id.h"
#include "fdr/replay/serve/web_api/pmapi_call.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {

PmapiAnswer AnswerContext(const PmapiCall& call) {
  Context& source = call.source.source();
  const Result<SeriesLabels> labels = call.source.state().catalog->LabelsOfContext(source);
  if (!labels) return RefuseFor(labels.error());
  std::string body = call.BeginBody() + ",\"source\":";
  AppendJsonString(SourceSeriesId(labels->of_series), body);
  body += ",\"hostspec\":";
  AppendJsonString(source.HostName(), body);
  body.append(",\"labels\":").append(labels->all.empty() ? "{}" : labels->all);
  return ShortAnswer(std::move(body));
}

}  // namespace fdr
