// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/serve/web_api/pmapi_fixture.h"

#include <limits>

#include "fdr/tests/serve/taken_body.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {
namespace {

constexpr MetricId kLoad = MetricId::Build(60, 2, 0), kCount = MetricId::Build(60, 0, 1),
                   kName = MetricId::Build(60, 0, 2);
constexpr InDomId kDomain = InDomId::Build(60, 2);

void WriteToy(const std::string& base) {
  const std::string name = "a \"name\"";
  const double infinite = std::numeric_limits<double>::infinity();
  ArchiveBuilder(base)
      .Metric({.name = "toy.load", .id = kLoad, .type = Type::kFloat, .indom = kDomain})
      .Metric({.name = "toy.count",
               .id = kCount,
               .type = Type::kU64,
               .semantics = Semantics::kCounter,
               .units = {.dim_count = 1}})
      .Metric({.name = "toy.name",
               .id = kName,
               .type = Type::kString,
               .semantics = Semantics::kDiscrete})
      .InDom(At(0), kDomain, {{1, "one"}, {2, "two"}})
      .LabelSets(At(0), LabelLevel::kContext, kContextId,
                 {{{{"hostname", "\"toyhost\""}}, kSingular}})
      .LabelSets(At(0), LabelLevel::kDomain, 60, {{{{"agent", "\"toy\""}}, kSingular}})
      .LabelSets(At(0), LabelLevel::kInstances, kDomain.value, {{{{"rank", "[1,\"x\"]"}}, 1}})
      .Text(TextKind::kMetricOneLine, kLoad.value, "how \"busy\"\nit is")
      .Text(TextKind::kInDomOneLine, kDomain.value, "one and two")
      .Record(
          At(0),
          {{kLoad, {{1, 0.5}, {2, 1.5}}}, Single(kCount, std::uint64_t{1000}), Single(kName, name)})
      .Record(At(10), {{kLoad, {{1, 1.5}, {2, infinite}}},
                       Single(kCount, std::uint64_t{3000}),
                       Single(kName, name)})
      .Close();
}

}  // namespace

PmapiTest::PmapiTest() {
  WriteToy(here_ / "toy");
  Open();
}

void PmapiTest::Open(bool allow_store) {
  WebSourcesOptions of_sources;
  of_sources.archives = {here_.path()};
  of_sources.has_machine = has_machine_;
  of_sources.machine.clock = [] { return At(500); };
  of_sources.clocks = {[this] { return now_ += tick_; }, [] { return At(500); }};
  service_ = nullptr;
  sources_ = std::move(*WebSources::Open(pool_, of_sources));
  PmapiServiceOptions options;
  options.clocks = of_sources.clocks;
  options.random = [this] { return next_number_++; };
  options.allow_store = allow_store;
  service_ = std::make_unique<PmapiService>(*sources_, options);
}

HttpRequest PmapiTest::RequestOf(const std::string& url) const {
  HttpRequest request;
  const std::size_t question = url.find('?');
  request.path = url.substr(0, question);
  if (question != std::string::npos) {
    EXPECT_TRUE(request.parameters.AddEncoded(url.substr(question + 1))) << url;
  }
  request.role = role_;
  if (!accept_.empty()) request.headers.emplace_back("accept", accept_);
  return request;
}

HttpResponse PmapiTest::Ask(const std::string& url) {
  const HttpRequest request = RequestOf(url);
  static_cast<void>(service_->PlaceOf(request));
  return service_->Answer(request);
}

std::string PmapiTest::BodyOf(HttpResponse response) {
  TakenBody body = Taken(response);
  if (!body.failure.empty()) return body.failure;
  if (body.text.ends_with("\r\n")) body.text.resize(body.text.size() - 2);
  return std::move(body.text);
}

std::string PmapiTest::Refusal(const std::string& url) {
  HttpResponse response = Ask(url);
  const unsigned status = response.status;
  return std::to_string(status) + " " + BodyOf(std::move(response));
}

std::string PmapiTest::Post(const std::string& url, const std::string& body) {
  HttpRequest request = RequestOf(url);
  request.method = HttpMethod::kPost;
  request.body = body;
  return BodyOf(service_->Answer(request));
}

std::string PmapiTest::GetAfterContext(const std::string& url) {
  const std::string body = Get(url);
  return body.substr(std::min(body.find(','), body.size()));
}

std::string PmapiTest::NewContext(const std::string& parameters) {
  const std::string body = Get("/pmapi/context?" + parameters);
  const std::string start = "{\"context\":";
  return body.substr(start.size(), body.find(',') - start.size());
}

}  // namespace fdr::test
