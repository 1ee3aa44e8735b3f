// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/viewer_service.h"

#include <utility>

#include "fdr/replay/serve/viewer/answers/moment_answers.h"
#include "fdr/replay/serve/viewer/answers/source_answers.h"
#include "fdr/replay/serve/viewer/bucket_body.h"

namespace fdr {
namespace {

constexpr std::string_view kRoot = "/fdr/v1/";
// How long the names of a live source are believed.
constexpr std::int64_t kFinderSeconds = 60;

tl::unexpected<Error> NeedsArchive() {
  return Fail(Errc::kInvalidArgument, "s: this source has no past; only archives have");
}

HttpResponse FailedWith(const Error& error) {
  return FailedResponse(HttpStatusOf(error), error.Message());
}

}  // namespace

ViewerService::ViewerService(WebSources& sources, ViewerOptions options)
    : sources_(sources), options_(std::move(options)), viewed_(options_.memory) {}

Result<std::shared_ptr<WebSource>> ViewerService::SourceOf(const HttpRequest& request) {
  const std::string* const id = request.parameters.Find("s");
  std::shared_ptr<WebSource> source = id != nullptr ? sources_.Find(*id) : sources_.Default();
  if (!source) return Fail(Errc::kNotFound, "s: there is no such source");
  return source;
}

HttpService::Place ViewerService::PlaceOf(const HttpRequest& request) {
  const auto source = SourceOf(request);
  return source ? (*source)->place() : Place{};
}

HttpResponse ViewerService::Answer(const HttpRequest& request) {
  std::string_view path = request.path;
  if (!path.starts_with(kRoot)) return FailedResponse(404, "There is no such path");
  path.remove_prefix(kRoot.size());
  Result<HttpResponse> response = AnswerFor(path, request);
  return response ? std::move(*response) : FailedWith(response.error());
}

Result<HttpResponse> ViewerService::AnswerFor(std::string_view path, const HttpRequest& request) {
  if (path == "sources" && !request.parameters.Has("s")) return AnswerSourceList(sources_);
  auto source = SourceOf(request);
  if (!source) return Fail(source.error());
  if (path == "sources") return AnswerSource(std::move(*source), options_, request);
  if ((*source)->kind() != WebSource::Kind::kArchive)
    return AnswerOf(path, std::move(*source), request);
  const auto generation = static_cast<ArchiveSource&>(**source).Generation();
  if (!generation) return Fail(generation.error());
  const std::string tag = "\"1-" + std::to_string(*generation) + '"';
  if (request.Header("if-none-match") == tag) return HttpResponse{.status = 304};
  auto response = AnswerOf(path, std::move(*source), request);
  if (!response || response->status != 200) return response;
  const bool is_known = request.parameters.Get("g") == std::to_string(*generation);
  response->headers.emplace_back("ETag", tag);
  response->headers.emplace_back("Cache-Control",
                                 is_known ? "private, max-age=31536000, immutable" : "no-cache");
  return response;
}

Result<HttpResponse> ViewerService::AnswerOf(std::string_view path,
                                             std::shared_ptr<WebSource> source,
                                             const HttpRequest& request) {
  if (path == "find") return AnswerFinder(source, request);
  if (path == "buckets") return AnswerBuckets(source, request);
  if (path != "meta" && path != "at") return Fail(Errc::kNotFound, "There is no such path");
  const Result<OpenedSource> opened = OpenedSource::Open(std::move(source));
  if (!opened) return Fail(opened.error());
  return path == "meta" ? AnswerMeta(*opened, request) : AnswerAt(*opened, request);
}

Result<HttpResponse> ViewerService::AnswerFinder(const std::shared_ptr<WebSource>& source,
                                                 const HttpRequest& request) {
  const Result<OpenedSource> opened = OpenedSource::Open(source);
  if (!opened) return Fail(opened.error());
  const bool is_archive = opened->archive() != nullptr;
  const auto minute = static_cast<std::uint64_t>(options_.wall_clock().sec / kFinderSeconds);
  return AnswerFind(*opened, viewed_.Of(source->id())->finder,
                    is_archive ? opened->generation() : minute, request);
}

Result<HttpResponse> ViewerService::AnswerBuckets(const std::shared_ptr<WebSource>& source,
                                                  const HttpRequest& request) {
  auto archive = std::dynamic_pointer_cast<ArchiveSource>(source);
  if (!archive) return NeedsArchive();
  auto query = BucketQuery::Of(request.parameters);
  if (!query) return Fail(query.error());
  BucketQuestion question{archive, viewed_.Of(source->id()), request.limit, {}, *query};
  {
    const auto lease = archive->Borrow();
    if (!lease) return Fail(lease.error());
    auto choice = ChooseMetrics(**lease, request.parameters, WithoutMetrics::kRefuse);
    if (!choice) return Fail(choice.error());
    question.choice = std::move(*choice);
    KeepNumbers(question.choice);
  }
  auto body = std::make_unique<BucketBody>(std::move(question));
  if (const Result<void> started = body->Start(); !started) return Fail(started.error());
  HttpResponse response;
  if (!query->is_json) response.type = "application/x-fdr-buckets";
  response.is_final = !query->is_json;
  response.source = std::move(body);
  return response;
}

}  // namespace fdr
