// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/long_answers.h"

#include <utility>

namespace fdr {
namespace {

HttpResponse Failed(const Error& error) {
  return FailedResponse(HttpStatusOf(error), error.Message());
}

}  // namespace

HttpResponse LongAnswers::Answer(LongQuestion question, const HttpRequest& request) {
  if (request.Header("if-none-match") == TagOf(question.version))
    return HttpResponse{.status = 304};
  if (const KeptAnswer::Text text = kept_.Of(question.key)->Of(question.version))
    return Told(*text, question, question.version);
  if (!lane_) return Make(question, request);
  return InLane(*lane_, [this, question = std::move(question)](const HttpRequest& now) {
    return Make(question, now);
  });
}

// The archive may have grown meanwhile.
HttpResponse LongAnswers::Make(const LongQuestion& question, const HttpRequest& request) {
  const Result<LongWork> work = question.begin();
  if (!work) return Failed(work.error());
  const auto text = kept_.Of(question.key)->Get(work->version, work->make, [&request] {
    return request.CheckLimit();
  });
  return text ? Told(**text, question, work->version) : Failed(text.error());
}

// What is found depends on the program, too.
std::string LongAnswers::TagOf(std::string_view version) const {
  return "\"1-" + std::string(version) + '-' + program_ + '"';
}

HttpResponse LongAnswers::Told(const std::string& text, const LongQuestion& question,
                               std::string_view version) const {
  HttpResponse response{.type = question.type, .body = text};
  response.headers.emplace_back("ETag", TagOf(version));
  response.headers.emplace_back("Cache-Control", "no-cache");
  return response;
}

}  // namespace fdr
