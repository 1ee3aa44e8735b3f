// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/viewer_service.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "fdr/replay/serve/viewer/answers/heat_answer.h"
#include "fdr/replay/serve/viewer/answers/moment_answers.h"
#include "fdr/replay/serve/viewer/answers/record_answers.h"
#include "fdr/replay/serve/viewer/answers/source_answers.h"
#include "fdr/replay/serve/viewer/answers/state_answer.h"
#include "fdr/replay/serve/viewer/bucket_body.h"
#include "fdr/replay/serve/viewer/cut_body.h"
#include "fdr/replay/serve/viewer/follow_body.h"
#include "fdr/replay/serve/viewer/request_times.h"

namespace fdr {
namespace {

constexpr std::string_view kRoot = "/fdr/v1/";
// How long the names of a live source are believed.
constexpr std::int64_t kSearchSeconds = 60;

// What live sources answer, too.
constexpr std::array<std::string_view, 4> kAnyPaths = {"find", "meta", "at", "follow"};
constexpr std::array<std::string_view, 10> kArchivePaths = {
    "buckets", "heat", "states", "records", "next", "diff", "usage", "why", "notes", "cut"};

bool IsIn(std::span<const std::string_view> paths, std::string_view path) {
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

tl::unexpected<Error> NoSuchPath() { return Fail(Errc::kNotFound, "There is no such path"); }

// Contents that depend on the archive alone.
bool IsLasting(std::string_view path) { return path != "notes" && path != "follow"; }

}  // namespace

ViewerService::ViewerService(WebSources& sources, ViewerOptions options)
    : sources_(sources),
      options_(std::move(options)),
      viewed_(options_.memory),
      notes_(options_),
      layouts_(options_),
      why_(options_),
      diff_(sources_, options_),
      usage_(options_) {}

Result<std::shared_ptr<WebSource>> ViewerService::SourceOf(const HttpRequest& request) {
  const std::string* const id = request.parameters.Find("s");
  std::shared_ptr<WebSource> source = id != nullptr ? sources_.Find(*id) : sources_.Default();
  if (!source) return Fail(Errc::kNotFound, "s: there is no such source");
  return source;
}

HttpService::Place ViewerService::PlaceOf(const HttpRequest& request) {
  const bool needs_source = request.path != "/fdr/v1/layouts" &&
                            (request.path != "/fdr/v1/sources" || request.parameters.Has("s"));
  if (!needs_source) return {};
  const auto source = SourceOf(request);
  return source ? (*source)->place() : Place{};
}

HttpResponse ViewerService::Answer(const HttpRequest& request) {
  std::string_view path = request.path;
  path.remove_prefix(path.starts_with(kRoot) ? kRoot.size() : path.size());
  Result<HttpResponse> response = AnswerFor(path, request);
  if (response) return std::move(*response);
  return FailedResponse(HttpStatusOf(response.error()), response.error().Message());
}

void ViewerService::FreeMemory() {
  viewed_.Clear();
  diff_.FreeMemory();
  usage_.FreeMemory();
  sources_.FreeMemory();
}

Result<HttpResponse> ViewerService::AnswerFor(std::string_view path, const HttpRequest& request) {
  if (path == "layouts") return layouts_.Answer(request);
  const bool is_of_archive = IsIn(kArchivePaths, path);
  if (path != "sources" && !is_of_archive && !IsIn(kAnyPaths, path)) return NoSuchPath();
  if (path == "sources" && !request.parameters.Has("s")) return AnswerSourceList(sources_);
  const auto source = SourceOf(request);
  if (!source) return Fail(source.error());
  if (path == "sources") return AnswerSource(*source, options_, request);
  if (auto archive = std::dynamic_pointer_cast<ArchiveSource>(*source))
    return AnswerOfArchive(path, archive, request);
  if (is_of_archive)
    return Fail(Errc::kInvalidArgument, "s: this source has no past; only archives have");
  return AnswerOfAny(path, *source, request);
}

Result<HttpResponse> ViewerService::AnswerOfArchive(std::string_view path,
                                                    const std::shared_ptr<ArchiveSource>& source,
                                                    const HttpRequest& request) {
  if (path == "why") return why_.Answer(source, request);
  if (path == "diff") return diff_.Answer(source, request);
  if (path == "usage") return usage_.Answer(source, request);
  const auto generation = source->Generation();
  if (!generation) return Fail(generation.error());
  const std::string tag = "\"1-" + std::to_string(*generation) + '"';
  if (IsLasting(path) && request.Header("if-none-match") == tag) return HttpResponse{.status = 304};
  auto response = path == "buckets" || path == "heat" ? AnswerSeries(path, source, request)
                                                      : AnswerOfAny(path, source, request);
  if (!response || response->status != 200 || !IsLasting(path)) return response;
  const bool is_known = request.parameters.Get("g") == std::to_string(*generation);
  response->headers.emplace_back("ETag", tag);
  response->headers.emplace_back("Cache-Control",
                                 is_known ? "private, max-age=31536000, immutable" : "no-cache");
  return response;
}

Result<HttpResponse> ViewerService::AnswerOfAny(std::string_view path,
                                                const std::shared_ptr<WebSource>& source,
                                                const HttpRequest& request) {
  if (path == "follow") {
    auto body = FollowBody::Make(source, request);
    if (!body) return Fail(body.error());
    HttpResponse response{.type = "text/event-stream", .is_final = true};
    response.headers.emplace_back("Cache-Control", "no-cache");
    response.source = std::move(*body);
    return response;
  }
  Result<OpenedSource> opened = OpenedSource::Open(source);
  if (!opened) return Fail(opened.error());
  return AnswerOpened(path, std::move(*opened), request);
}

Result<HttpResponse> ViewerService::AnswerOpened(std::string_view path, OpenedSource source,
                                                 const HttpRequest& request) {
  if (path == "meta") return AnswerMeta(std::move(source), request);
  if (path == "at") return AnswerAt(std::move(source), request);
  if (path == "states") return AnswerStates(std::move(source), request);
  if (path == "records") return AnswerRecords(std::move(source), request);
  if (path == "next") return AnswerNext(source, request);
  if (path == "notes") return notes_.Answer(source, request);
  if (path == "cut") return Cut(source, request);
  const auto minute = static_cast<std::uint64_t>(options_.wall_clock().sec / kSearchSeconds);
  return AnswerFind(source, viewed_.Of(source.source().id())->search,
                    source.archive() != nullptr ? source.generation() : minute, request);
}

Result<HttpResponse> ViewerService::AnswerSeries(std::string_view path,
                                                 const std::shared_ptr<ArchiveSource>& source,
                                                 const HttpRequest& request) {
  BucketQuestion question{source, viewed_.Of(source->id()), request.limit, {}, {}};
  {
    const auto lease = source->Borrow();
    if (!lease) return Fail(lease.error());
    auto choice = ChooseMetrics(**lease, request.parameters, WithoutMetrics::kRefuse);
    if (!choice) return Fail(choice.error());
    question.choice = std::move(*choice);
    KeepNumbers(question.choice);
    FindExtremes(**lease, question.choice);
  }
  if (path == "heat") return AnswerHeat(std::move(question), request);
  auto query = BucketQuery::Of(request.parameters);
  if (!query) return Fail(query.error());
  question.query = *query;
  auto body = std::make_unique<BucketBody>(std::move(question));
  if (const Result<void> started = body->Start(); !started) return Fail(started.error());
  HttpResponse response{.is_final = !query->is_json};
  if (!query->is_json) response.type = "application/x-fdr-buckets";
  response.source = std::move(body);
  return response;
}

Result<HttpResponse> ViewerService::Cut(const OpenedSource& source, const HttpRequest& request) {
  if (!options_.cut) return FailedResponse(403, "This server cuts nothing out");
  const Result<Nanos> from = RequiredTime(request.parameters, "from");
  if (!from) return Fail(from.error());
  const Result<Nanos> to = RequiredTime(request.parameters, "to");
  if (!to) return Fail(to.error());
  if (*to <= *from) return Fail(Errc::kInvalidArgument, "to must be behind from");
  auto archive = options_.cut(*source.archive(), StampAt(*from), StampAt(*to),
                              [&request] { return request.CheckLimit(); });
  if (!archive) return Fail(archive.error());
  auto body = CutBody::Make(std::move(*archive), options_.wall_clock());
  if (!body) return Fail(body.error());
  HttpResponse response{.type = "application/x-tar"};
  response.headers.emplace_back("Content-Disposition",
                                "attachment; filename=\"" + (*body)->name() + ".tar\"");
  response.source = std::move(*body);
  return response;
}

}  // namespace fdr
