// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The series that changed most from one window to another: /rank.

#pragma once

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/viewer/opened_source.h"

namespace fdr {

/// Both sources must be archives; they may be the same.
Result<HttpResponse> AnswerRank(const OpenedSource& source, const OpenedSource& base_source,
                                const HttpRequest& request);

}  // namespace fdr
