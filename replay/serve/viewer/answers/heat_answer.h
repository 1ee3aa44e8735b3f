// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances of one metric over time, in 255 steps: /heat.

#pragma once

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/viewer/bucket_body.h"

namespace fdr {

/// `question` needs no query.
Result<HttpResponse> AnswerHeat(BucketQuestion question, const HttpRequest& request);

}  // namespace fdr
