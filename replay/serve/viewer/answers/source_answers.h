// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the sources are, and what metrics they have: /sources, /find and /meta.

#pragma once

#include "fdr/replay/serve/catalog/web_sources.h"
#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/viewer/opened_source.h"
#include "fdr/replay/serve/viewer/searched_source.h"
#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr {

/// All sources by name.
Result<HttpResponse> AnswerSourceList(WebSources& sources);
/// One of them in detail.
Result<HttpResponse> AnswerSource(const std::shared_ptr<WebSource>& source,
                                  const ViewerOptions& options, const HttpRequest& request);
/// Metrics that words stand for.
Result<HttpResponse> AnswerFind(const OpenedSource& source, KeptSearch& search,
                                std::uint64_t version, const HttpRequest& request);
/// Descriptors, texts, labels and instances.
Result<HttpResponse> AnswerMeta(OpenedSource source, const HttpRequest& request);

}  // namespace fdr
