// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The answers of /series/query and /series/values: identifiers, and values.

#pragma once

#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/series/series_answers.h"
#include "fdr/replay/serve/series/series_options.h"

namespace fdr {

HttpResponse RespondQuery(const SeriesQuestion& question, const SeriesOptions& options);
HttpResponse RespondValues(const SeriesQuestion& question, const SeriesOptions& options);

}  // namespace fdr
