// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_service.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/replay/serve/series/enclosure.h"
#include "fdr/replay/serve/series/series_answers.h"
#include "fdr/replay/serve/series/value_answers.h"

namespace fdr {
namespace {

constexpr std::string_view kRoot = "/series/";

using Respond = HttpResponse (*)(const SeriesQuestion& question, const SeriesOptions& options);

template <Result<TextParts> (*answer)(const SeriesQuestion&)>
HttpResponse RespondWith(const SeriesQuestion& question, const SeriesOptions&) {
  Result<TextParts> json = answer(question);
  if (!json) return FailedFor(json.error());
  return Enclosed(question.request.parameters, std::move(*json));
}

constexpr std::pair<std::string_view, Respond> kPaths[] = {
    {"query", RespondQuery},
    {"values", RespondValues},
    {"metrics", RespondWith<AnswerMetrics>},
    {"descs", RespondWith<AnswerDescs>},
    {"instances", RespondWith<AnswerInstances>},
    {"labels", RespondWith<AnswerLabels>},
    {"sources", RespondWith<AnswerSources>},
};

Respond FindRespond(std::string_view path) {
  if (!path.starts_with(kRoot)) return nullptr;
  const std::string_view name = path.substr(kRoot.size());
  const auto found = std::ranges::find(kPaths, name, &std::pair<std::string_view, Respond>::first);
  return found == std::end(kPaths) ? nullptr : found->second;
}

}  // namespace

SeriesService::SeriesService(WebSources& sources, SeriesOptions options)
    : options_(std::move(options)), sources_(sources, options_.clocks) {}

HttpService::Place SeriesService::PlaceOf(const HttpRequest& request) {
  return {.kind = FindRespond(request.path) ? Place::kAnywhere : Place::kHere};
}

HttpResponse SeriesService::Answer(const HttpRequest& request) {
  if (request.path == "/series/ping") {
    HttpResponse response;
    response.body = "{\"success\":true}" + Enclosure(Parameters()).after;
    return response;
  }
  if (request.path == "/series/load")
    return FailedResponse(403, "series are read from archives: there is nothing to load");
  if (FindRespond(request.path) == nullptr)
    return FailedResponse(404, "there is nothing at " + request.path);
  if (const auto checked = request.parameters.CheckEchoed("client"); !checked)
    return FailedFor(checked.error());
  if (HttpResponse asking = AskLive(); asking.later) return asking;
  return AnswerKnown(request);
}

// Not refused: sources that count as asked would not be waited for by the next attempt.
HttpResponse SeriesService::AskLive() {
  const AnswerMemory::WithoutRefusal whole;
  std::vector<Errand> errands = sources_.ErrandsForSeries();
  if (errands.empty()) return {};
  return After(std::move(errands), [this](const HttpRequest& now) { return AnswerKnown(now); });
}

// Live sources have said what they have, if they say anything.
HttpResponse SeriesService::AnswerKnown(const HttpRequest& request) {
  const auto known = std::make_shared<const std::vector<SeriesSource>>(sources_.All());
  LiveWishes wishes(options_.clocks);
  HttpResponse response = Respond(request, known, &wishes);
  if (wishes.empty()) return response;
  return After(wishes.Errands(), [this](const HttpRequest& now) {
    return Respond(now, std::make_shared<const std::vector<SeriesSource>>(sources_.All()), nullptr);
  });
}

HttpResponse SeriesService::Respond(const HttpRequest& request,
                                    std::shared_ptr<const std::vector<SeriesSource>> known,
                                    LiveWishes* wishes) {
  return FindRespond(request.path)({request, std::move(known), expressions_, wishes}, options_);
}

}  // namespace fdr
