// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The sums of what processes used in a stretch of time: /usage.

#pragma once

#include <memory>

#include "fdr/replay/serve/catalog/web_source.h"
#include "fdr/replay/serve/viewer/long_answers.h"
#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr {

/// Any thread.
class UsageAnswers {
 public:
  explicit UsageAnswers(const ViewerOptions& options) : options_(options) {}

  Result<HttpResponse> Answer(const std::shared_ptr<ArchiveSource>& source,
                              const HttpRequest& request);
  void FreeMemory() { answers_.Clear(); }

 private:
  static constexpr std::size_t kMost = 16;

  const ViewerOptions& options_;
  LongAnswers answers_{options_.usage_in, options_.version, kMost};
};

}  // namespace fdr
