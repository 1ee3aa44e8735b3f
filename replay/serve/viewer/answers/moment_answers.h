// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of a moment: /at, and the samples of /follow.

#pragma once

#include <vector>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/viewer/moment_values.h"
#include "fdr/replay/serve/viewer/opened_source.h"

namespace fdr {

/// The answer about a moment: the values of each metric of the choice.
struct MomentAnswer {
  Nanos at = 0;
  bool has_rates = false;  ///< `number` counts for counters, unless the choice says raw
  std::vector<std::vector<MomentValue>> values = {};
};

Result<HttpResponse> AnswerAt(OpenedSource source, const HttpRequest& request);

/// The values that the request asks for.  The values of a live source have no rates.
Result<MomentAnswer> MomentOf(const OpenedSource& source, const MetricChoice& choice,
                              const HttpRequest& request);

/// The object of /at.
TextParts MomentText(OpenedSource source, MetricChoice choice, MomentAnswer moment);

}  // namespace fdr
