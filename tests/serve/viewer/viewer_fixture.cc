// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/serve/viewer/viewer_fixture.h"

#include <utility>

#include "fdr/tests/serve/taken_body.h"

namespace fdr::test {

void ViewerTest::Start() {
  if (service_) return;
  WebSourcesOptions options;
  options.archives = {directory_.path()};
  options.has_machine = false;
  options.clocks = {[] { return std::chrono::nanoseconds(0); }, [] { return At(5000); }};
  auto sources = WebSources::Open(pool_, std::move(options));
  EXPECT_TRUE(sources) << sources.error().Message();
  sources_ = std::move(*sources);
  service_ = std::make_unique<ViewerService>(*sources_, options_);
}

HttpRequest ViewerTest::RequestOf(std::string_view question) const {
  HttpRequest request = request_;
  const std::size_t mark = std::min(question.find('?'), question.size());
  request.path = "/fdr/v1/" + std::string(question.substr(0, mark));
  question.remove_prefix(std::min(mark + 1, question.size()));
  EXPECT_TRUE(question.empty() || request.parameters.AddEncoded(question));
  return request;
}

HttpResponse ViewerTest::Ask(std::string_view question) {
  Start();
  const HttpRequest request = RequestOf(question);
  static_cast<void>(service_->PlaceOf(request));
  return service_->Answer(request);
}

HttpService::Place ViewerTest::PlaceOf(std::string_view question) {
  Start();
  return service_->PlaceOf(RequestOf(question));
}

std::string ViewerTest::BodyOf(HttpResponse& response) {
  TakenBody body = Taken(response);
  EXPECT_EQ(body.failure, "");
  return std::move(body.text);
}

std::string ViewerTest::Get(std::string_view question, unsigned status) {
  HttpResponse response = Ask(question);
  std::string body = BodyOf(response);
  EXPECT_EQ(response.status, status) << question << ": " << body;
  return body;
}

}  // namespace fdr::test
