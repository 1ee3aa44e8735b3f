// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The unusual stretches of an archive: /why.

#pragma once

#include <memory>

#include "fdr/replay/serve/catalog/web_source.h"
#include "fdr/replay/serve/viewer/long_answers.h"
#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr {

/// Any thread.
class WhyAnswers {
 public:
  explicit WhyAnswers(const ViewerOptions& options) : options_(options) {}

  Result<HttpResponse> Answer(const std::shared_ptr<ArchiveSource>& source,
                              const HttpRequest& request);

 private:
  // Explanations are small.  Each took long to make.
  static constexpr std::size_t kMost = 64;

  const ViewerOptions& options_;
  LongAnswers answers_{options_.explain_in, options_.version, kMost};
};

}  // namespace fdr
