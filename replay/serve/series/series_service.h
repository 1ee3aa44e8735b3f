// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /series/...: time series of archives and live sources, as pmproxy answers them from Redis.  The
// requests and their answers: docs/series-api.md.

#pragma once

#include "fdr/replay/serve/http/http_service.h"
#include "fdr/replay/serve/series/known_expressions.h"
#include "fdr/replay/serve/series/live_wishes.h"
#include "fdr/replay/serve/series/series_options.h"
#include "fdr/replay/serve/series/series_sources.h"

namespace fdr {

/// Any thread.
class SeriesService final : public HttpService {
 public:
  /// Borrows the sources.
  SeriesService(WebSources& sources, SeriesOptions options);

  Place PlaceOf(const HttpRequest& request) override;
  HttpResponse Answer(const HttpRequest& request) override;
  void FreeMemory() override { sources_.FreeMemory(); }

 private:
  HttpResponse AskLive();
  HttpResponse AnswerKnown(const HttpRequest& request);
  HttpResponse Respond(const HttpRequest& request,
                       std::shared_ptr<const std::vector<SeriesSource>> known, LiveWishes* wishes);

  SeriesOptions options_;
  SeriesSources sources_;
  KnownExpressions expressions_;
};

}  // namespace fdr
