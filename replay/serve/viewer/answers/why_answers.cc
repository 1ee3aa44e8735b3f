// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/why_answers.h"

#include <utility>

namespace fdr {

Result<HttpResponse> WhyAnswers::Answer(const std::shared_ptr<ArchiveSource>& source,
                                        const HttpRequest& request) {
  if (!options_.explain) return FailedResponse(403, "This server explains nothing");
  const auto generation = source->Generation();
  if (!generation) return Fail(generation.error());
  if (request.Header("if-none-match") == TagOf(*generation)) return HttpResponse{.status = 304};
  if (const KeptExplanation::Text text = kept_.Of(source->id())->Of(*generation))
    return Told(*text, *generation);
  if (!options_.explain_in) return Explain(source, request);
  return InLane(*options_.explain_in, [this, source](const HttpRequest& now) {
    Result<HttpResponse> response = Explain(source, now);
    if (response) return std::move(*response);
    return FailedResponse(HttpStatusOf(response.error()), response.error().Message());
  });
}

Result<HttpResponse> WhyAnswers::Explain(const std::shared_ptr<ArchiveSource>& source,
                                         const HttpRequest& request) {
  const Result<OpenedSource> opened = OpenedSource::Open(source);
  if (!opened) return Fail(opened.error());
  const auto text = kept_.Of(source->id())->Get(*opened, options_.explain, [&request] {
    return request.CheckLimit();
  });
  if (!text) return Fail(text.error());
  return Told(**text, opened->generation());
}

// What is found depends on the program, too.
std::string WhyAnswers::TagOf(std::uint64_t generation) const {
  return "\"1-" + std::to_string(generation) + '-' + options_.version + '"';
}

HttpResponse WhyAnswers::Told(const std::string& text, std::uint64_t generation) const {
  HttpResponse response{.body = text};
  response.headers.emplace_back("ETag", TagOf(generation));
  response.headers.emplace_back("Cache-Control", "no-cache");
  return response;
}

}  // namespace fdr
