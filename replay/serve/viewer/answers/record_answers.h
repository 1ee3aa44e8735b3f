// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Stepping through an archive: /records and /next.

#pragma once

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/viewer/opened_source.h"

namespace fdr {

/// The source must be an archive.
Result<HttpResponse> AnswerRecords(OpenedSource source, const HttpRequest& request);
Result<HttpResponse> AnswerNext(const OpenedSource& source, const HttpRequest& request);

}  // namespace fdr
