// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// POST /api/v1/read: archives as the remote storage of a Prometheus server, so that all of PromQL
// works on them.  How to set it up: docs/guide/prometheus.md.

#pragma once

#include "fdr/replay/serve/http/http_service.h"
#include "fdr/replay/serve/series/held_answers.h"
#include "fdr/replay/serve/series/series_sources.h"

namespace fdr {

struct RemoteReadOptions {
  Clocks clocks;                                   ///< required
  std::size_t most_held = std::size_t{256} << 20;  ///< bytes that wait for all clients together
};

/// Any thread.
class RemoteReadService final : public HttpService {
 public:
  /// Borrows the sources.
  RemoteReadService(WebSources& sources, RemoteReadOptions options)
      : sources_(sources, std::move(options.clocks)), held_(options.most_held) {}

  Place PlaceOf(const HttpRequest& request) override;
  HttpResponse Answer(const HttpRequest& request) override;
  void FreeMemory() override { sources_.FreeMemory(); }

 private:
  SeriesSources sources_;
  HeldAnswers held_;
};

}  // namespace fdr
