// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The series that changed most from one window to another: /rank.

#pragma once

#include <optional>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/viewer/opened_source.h"

namespace fdr {

/// Both sources must be archives; they may be the same.
/// Compares with `base_source`, by default with the same source.
Result<HttpResponse> AnswerRank(OpenedSource source, std::optional<OpenedSource> base_source,
                                const HttpRequest& request);

}  // namespace fdr
