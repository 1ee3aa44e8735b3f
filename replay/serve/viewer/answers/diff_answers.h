// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What changed from one window to another: /diff.

#pragma once

#include <memory>

#include "fdr/replay/serve/catalog/web_sources.h"
#include "fdr/replay/serve/viewer/long_answers.h"
#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr {

/// Any thread.
class DiffAnswers {
 public:
  /// Borrows both.
  DiffAnswers(WebSources& sources, const ViewerOptions& options)
      : sources_(sources), options_(options) {}

  Result<HttpResponse> Answer(const std::shared_ptr<ArchiveSource>& source,
                              const HttpRequest& request);
  void FreeMemory() { answers_.Clear(); }

 private:
  static constexpr std::size_t kMost = 16;

  WebSources& sources_;
  const ViewerOptions& options_;
  LongAnswers answers_{options_.compare_in, options_.version, kMost};
};

}  // namespace fdr
