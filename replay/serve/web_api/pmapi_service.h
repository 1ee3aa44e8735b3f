// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The web API of PCP: /pmapi and /metrics, as docs/web-api.md has them.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/serve/catalog/web_sources.h"
#include "fdr/replay/serve/clocks.h"
#include "fdr/replay/serve/http/http_service.h"
#include "fdr/replay/serve/web_api/pmapi_call.h"
#include "fdr/replay/serve/web_api/web_contexts.h"

namespace fdr {

struct PmapiServiceOptions {
  Clocks clocks;                          ///< required
  std::function<std::uint32_t()> random;  ///< required; called by one thread at a time
  bool allow_store = false;               ///< clients with the role kStore may change values
  std::string version = "6.0.3";          ///< pmcd.version of sources that have none
  std::size_t most_contexts = 4096;
};

/// For the paths "/pmapi" and "/metrics".  Any thread.
class PmapiService final : public HttpService {
 public:
  /// Borrows the sources.
  PmapiService(WebSources& sources, PmapiServiceOptions options);

  Place PlaceOf(const HttpRequest& request) override;
  HttpResponse Answer(const HttpRequest& request) override;

 private:
  Answered<std::shared_ptr<WebSource>> SourceOf(const HttpRequest& request);
  Place PlaceFor(const HttpRequest& request, const WebContext& context) const;
  Answered<std::shared_ptr<WebContext>> NewContext(const HttpRequest& request);

  WebSources& sources_;
  const PmapiServiceOptions options_;
  WebContexts contexts_;
};

}  // namespace fdr
