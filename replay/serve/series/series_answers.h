// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The answers of /series/... about names and properties: all but values.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/series/known_expressions.h"
#include "fdr/replay/serve/series/live_wishes.h"
#include "fdr/replay/serve/series/series_sources.h"

namespace fdr {

/// A text that is not yet whole when the service has answered has a copy.
struct SeriesQuestion {
  HttpRequest request;
  std::shared_ptr<const std::vector<SeriesSource>> known;  ///< all sources
  KnownExpressions& expressions;
  LiveWishes* wishes = nullptr;  ///< until the service has answered; null if samples of now were
                                 ///< fetched, or will not come

  const std::vector<SeriesSource>& sources() const { return *known; }
  std::vector<std::string> ids() const { return request.parameters.List("series"); }
};

// Each makes the JSON of the answer.

Result<TextParts> AnswerMetrics(const SeriesQuestion& question);
Result<TextParts> AnswerDescs(const SeriesQuestion& question);
Result<TextParts> AnswerInstances(const SeriesQuestion& question);
Result<TextParts> AnswerLabels(const SeriesQuestion& question);
Result<TextParts> AnswerSources(const SeriesQuestion& question);

}  // namespace fdr
