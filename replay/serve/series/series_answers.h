// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The answers of /series/... about names and properties: all but values.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/series/held_values.h"
#include "fdr/replay/serve/series/known_expressions.h"
#include "fdr/replay/serve/series/live_wishes.h"
#include "fdr/replay/serve/series/series_sources.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {

struct SeriesQuestion {
  const HttpRequest& request;
  const std::vector<SeriesSource>& sources;
  KnownExpressions& expressions;
  HeldValues& held;
  LiveWishes* wishes = nullptr;  ///< null if samples of now were fetched, or will not come

  std::vector<std::string> ids() const { return request.parameters.List("series"); }
};

// Each appends the JSON of the answer.

Result<void> AnswerMetrics(const SeriesQuestion& question, JsonWriter& json);
Result<void> AnswerDescs(const SeriesQuestion& question, JsonWriter& json);
Result<void> AnswerInstances(const SeriesQuestion& question, JsonWriter& json);
Result<void> AnswerLabels(const SeriesQuestion& question, JsonWriter& json);
Result<void> AnswerSources(const SeriesQuestion& question, JsonWriter& json);

}  // namespace fdr
