// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The unusual stretches of an archive: /why.

#pragma once

#include <memory>
#include <string>

#include "fdr/replay/serve/catalog/web_source.h"
#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/viewer/kept_explanation.h"
#include "fdr/replay/serve/viewer/last_used.h"
#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr {

/// Any thread.
class WhyAnswers {
 public:
  explicit WhyAnswers(const ViewerOptions& options) : options_(options) {}

  /// At once if the answer is kept, and otherwise in the lane of the options.
  Result<HttpResponse> Answer(const std::shared_ptr<ArchiveSource>& source,
                              const HttpRequest& request);

 private:
  Result<HttpResponse> Explain(const std::shared_ptr<ArchiveSource>& source,
                               const HttpRequest& request);
  std::string TagOf(std::uint64_t generation) const;
  HttpResponse Told(const std::string& text, std::uint64_t generation) const;

  // Explanations are small.  Each took long to make.
  static constexpr std::size_t kMost = 64;

  const ViewerOptions& options_;
  LastUsed<KeptExplanation> kept_{kMost, [] { return std::make_shared<KeptExplanation>(); }};
};

}  // namespace fdr
