// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// POST /api/v1/read: archives as the remote storage of a Prometheus server, so that all of PromQL
// works on them.  How to set it up: docs/guide/prometheus.md.

#pragma once

#include "fdr/replay/serve/http/http_service.h"
#include "fdr/replay/serve/series/series_sources.h"

namespace fdr {

struct RemoteReadOptions {
  Clocks clocks;  ///< required
};

/// Any thread.
class RemoteReadService final : public HttpService {
 public:
  /// Borrows the sources.
  RemoteReadService(WebSources& sources, RemoteReadOptions options)
      : sources_(sources, std::move(options.clocks)) {}

  Place PlaceOf(const HttpRequest& request) override;
  HttpResponse Answer(const HttpRequest& request) override;
  void FreeMemory() override { sources_.FreeMemory(); }

 private:
  SeriesSources sources_;
};

}  // namespace fdr
