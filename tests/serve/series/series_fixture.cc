// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/serve/series/series_fixture.h"

#include <future>
#include <utility>

#include "fdr/tests/serve/taken_body.h"

namespace fdr::test {

void SeriesFolder::WriteToy(double last) {
  ArchiveBuilder archive(folder_ / "toy");
  archive.Metric({.name = "toy.load", .id = kToyLoad, .type = Type::kDouble, .indom = kToyUnits})
      .Metric({.name = "toy.count",
               .id = kToyCount,
               .type = Type::kU64,
               .semantics = Semantics::kCounter,
               .more_names = {"toy.also"}})
      .Metric({.name = "toy.text", .id = kToyText, .type = Type::kString})
      .Metric({.name = "toy.bytes", .id = kToyBytes, .type = Type::kAggregate})
      .LabelSets(At(0), LabelLevel::kContext, kContextId,
                 {{{{"hostname", "\"toyhost\""}, {"rack", "7"}}}})
      .LabelSets(At(0), LabelLevel::kInstances, kToyUnits.value, {{{{"side", "\"left\""}}, 1}})
      .InDom(At(0), kToyUnits, {{1, "a"}, {2, "b"}});
  for (double t = 0; t <= last; t += 10) {
    if (t == 20) archive.InDom(At(t), kToyUnits, {{1, "a"}, {2, "c"}});
    const auto count = static_cast<std::uint64_t>(t) + 1'000;
    std::vector<Values> values = {{kToyLoad, {{1, t + 0.5}, {2, -t}}}, Single(kToyCount, count)};
    if (t == 10) values.push_back(Single(kToyText, std::string("say \"hi\"")));
    if (t == 10) values.push_back(Single(kToyBytes, ByteBuffer(3)));
    archive.Record(At(t), values);
  }
}

Clocks SeriesFolder::clocks() const {
  return {.steady = [] { return std::chrono::nanoseconds(0); }, .wall = [] { return At(40); }};
}

WebSources& SeriesFolder::sources() {
  if (!sources_) {
    WebSourcesOptions options;
    options.archives = {folder_.path()};
    options.has_machine = false;
    options.clocks = clocks();
    Result<std::unique_ptr<WebSources>> opened = WebSources::Open(pool_, std::move(options));
    EXPECT_TRUE(opened) << opened.error().what;
    sources_ = std::move(*opened);
  }
  return *sources_;
}

Answered AnsweredBy(HttpResponse response) {
  TakenBody body = Taken(response);
  return {.status = response.status,
          .body = std::move(body.text),
          .is_cut = !body.failure.empty(),
          .pieces = body.pieces};
}

HttpResponse AnswerOf(HttpService& service, const HttpRequest& request) {
  HttpResponse response = service.Answer(request);
  while (response.later) {
    const std::unique_ptr<LaterAnswer> later = std::move(response.later);
    for (const Errand& errand : later->errands) {
      std::promise<void> done;
      errand.lane.Post([&] {
        errand.work();
        done.set_value();
      });
      done.get_future().wait();
    }
    response = later->answer(request);
  }
  return response;
}

Answered Ask(HttpService& service, std::string_view url) {
  HttpRequest request;
  const std::size_t mark = std::min(url.find('?'), url.size());
  request.path = url.substr(0, mark);
  EXPECT_TRUE(request.parameters.AddEncoded(url.substr(std::min(mark + 1, url.size()))));
  return AnsweredBy(AnswerOf(service, request));
}

}  // namespace fdr::test
