// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/remote_read_service.h"

#include <utility>

#include "fdr/replay/serve/remote_read/remote_body.h"
#include "fdr/replay/serve/remote_read/remote_reader.h"
#include "fdr/replay/serve/remote_read/snappy_body.h"

namespace fdr {
namespace {

constexpr std::size_t kLargestRequest = 4 << 20;  // without its compression

// Whether the client wants only the labels of series.
bool WantsLabels(const RemoteQuery& query) { return query.function == "series"; }

Result<RemoteSeries> SeriesOf(RemoteQuery query, const std::vector<SeriesSource>& sources,
                              const HttpRequest& request, SampleBudget& budget) {
  const Result<RemoteMatchers> matchers =
      RemoteMatchers::Compile(std::exchange(query.matchers, {}));
  if (!matchers) return Fail(matchers.error());
  RemoteSeries series;
  for (const SeriesSource& source : sources) {
    const std::shared_ptr<ArchiveSource> archive = source.archive();
    if (!archive) continue;
    Result<ArchiveSource::Lease> lease = archive->Borrow();
    if (!lease) return Fail(lease.error());
    RemoteReader reader(std::move(*lease), source.catalogue, series);
    if (auto chosen = reader.Choose(*matchers); !chosen) return Fail(chosen.error());
    if (WantsLabels(query)) continue;
    if (auto read = reader.Read(query, request, budget); !read) return Fail(read.error());
  }
  return series;
}

Result<std::unique_ptr<BodySource>> ResponseTo(const HttpRequest& request,
                                               const std::vector<SeriesSource>& sources) {
  const Result<std::string> message = FromSnappy(request.body, kLargestRequest);
  if (!message) return Fail(message.error());
  Result<std::vector<RemoteQuery>> queries = DecodeReadRequest(*message);
  if (!queries) return Fail(queries.error());
  auto response = std::make_unique<RemoteBody>();
  SampleBudget budget;
  for (RemoteQuery& query : *queries) {
    const bool keeps_empty = WantsLabels(query);
    Result<RemoteSeries> series = SeriesOf(std::move(query), sources, request, budget);
    if (!series) return Fail(series.error());
    response->Add(std::move(*series), keeps_empty);
  }
  return response;
}

}  // namespace

HttpService::Place RemoteReadService::PlaceOf(const HttpRequest&) {
  return {.kind = Place::kAnywhere};
}

HttpResponse RemoteReadService::Answer(const HttpRequest& request) {
  if (request.path != "/api/v1/read")
    return FailedResponse(404, "there is nothing at " + request.path);
  if (request.method != HttpMethod::kPost) {
    HttpResponse refused = FailedResponse(405, "remote read is a POST");
    refused.headers.emplace_back("Allow", "POST");
    return refused;
  }
  Result<std::unique_ptr<BodySource>> body = ResponseTo(request, sources_.All());
  if (!body) return FailedResponse(HttpStatusOf(body.error()), body.error().what);
  return {.type = "application/x-protobuf",
          .source = std::move(*body),
          .headers = {{"Content-Encoding", "snappy"}},
          .is_final = true};
}

}  // namespace fdr
