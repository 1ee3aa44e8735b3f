// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_service.h"

#include <algorithm>
#include <set>
#include <utility>

#include "fdr/replay/ascii.h"
#include "fdr/replay/serve/series/series_answers.h"
#include "fdr/replay/serve/series/series_filter.h"
#include "fdr/replay/serve/series/series_parser.h"
#include "fdr/replay/serve/series/value_stream.h"

namespace fdr {
namespace {

constexpr std::string_view kRoot = "/series/";
constexpr std::string_view kLineEnd = "\r\n";
constexpr std::size_t kMostSeries = 10'000;  // whose values one request may ask for

// What stands around an answer: with the parameter "client", an object that names the client.
struct Enclosure {
  explicit Enclosure(const Parameters& parameters) {
    if (const std::string* client = parameters.Find("client")) {
      before = "{\"client\":";
      AppendJsonString(*client, before);
      before += ",\"result\":";
      after = "}";
    }
    after += kLineEnd;
  }

  std::string before, after;
};

HttpResponse FailedFor(const Error& error) {
  return FailedResponse(HttpStatusOf(error), error.what);
}

HttpResponse Enclosed(const Parameters& parameters, const std::string& json) {
  Enclosure enclosure(parameters);
  HttpResponse response;
  response.body = std::move(enclosure.before);
  response.body.append(json).append(enclosure.after);
  return response;
}

HttpResponse ValuesOf(const HttpRequest& request, const std::vector<FoundSeries>& series,
                      const SeriesWindow& window) {
  if (series.size() > kMostSeries)
    return FailedFor({.code = Errc::kTooLarge,
                      .what = "values of more than " + std::to_string(kMostSeries) + " series",
                      .file = {}});
  Enclosure enclosure(request.parameters);
  HttpResponse response;
  response.source = std::make_unique<ValueStream>(series, window, request.limit,
                                                  enclosure.before + "[", "]" + enclosure.after);
  return response;
}

bool IsId(std::string_view id) {
  return id.size() == 40 && std::ranges::all_of(id, [](char c) {
           return IsDigit(c) || (ToLower(c) >= 'a' && ToLower(c) <= 'f');
         });
}

// Each series once, in the order of the request.
Result<std::vector<FoundSeries>> WantedSeries(const HttpRequest& request,
                                              const std::vector<SeriesSource>& sources) {
  if (!request.parameters.Has("series"))
    return Fail(Errc::kInvalidArgument, "the parameter \"series\" is missing");
  std::vector<FoundSeries> wanted;
  std::set<const SeriesMetric*> seen;
  for (const std::string& id : request.parameters.List("series")) {
    if (!IsId(id)) return Fail(Errc::kInvalidArgument, "Invalid SID " + id + " near offset 0");
    const auto found = FindSeries(sources, ToLower(std::string_view(id)));
    if (found && seen.insert(found->metric).second) wanted.push_back(*found);
  }
  return wanted;
}

// The series that an expression means, without those that clients cannot show.
Result<std::vector<FoundSeries>> FilteredSeries(const HttpRequest& request, SeriesQuery query,
                                                const std::vector<SeriesSource>& sources) {
  Result<SeriesFilter> filter = SeriesFilter::Compile(std::move(query));
  if (!filter) return Fail(filter.error());
  std::vector<FoundSeries> found;
  for (const SeriesSource& source : sources) {
    for (const SeriesMetric& metric : source.catalogue->metrics()) {
      if (!SeriesCatalogue::IsShown(metric.desc.type)) continue;
      const Result<bool> matches = filter->Matches(source, metric);
      if (!matches) return Fail(matches.error());
      if (*matches) found.push_back({&source, &metric});
    }
    if (auto checked = request.CheckLimit(); !checked) return Fail(checked.error());
  }
  return found;
}

using Respond = HttpResponse (*)(const SeriesQuestion& question, const SeriesOptions& options);

HttpResponse RespondQuery(const SeriesQuestion& question, const SeriesOptions& options) {
  const HttpRequest& request = question.request;
  const std::string* expression = request.parameters.Find("expr");
  if (expression == nullptr || expression->empty())
    return FailedResponse(400, "the parameter \"expr\" is missing");
  Result<SeriesQuery> query = ParseSeriesQuery(*expression);
  if (!query) return FailedFor(query.error());
  const SeriesWindowText text = query->window;
  const auto window = ResolveWindow(text, {options.clocks.wall(), options.zone});
  if (!window) return FailedFor(window.error());
  const auto found = FilteredSeries(request, std::move(*query), question.sources);
  if (!found) return FailedFor(found.error());
  if (text.AsksForValues()) return ValuesOf(request, *found, *window);
  std::string body;
  JsonWriter json(body);
  json.BeginArray();
  std::set<std::string_view> ids;  // sources with the same labels have the same series
  for (const FoundSeries& one : *found)
    if (ids.insert(one.metric->id).second) json.String(one.metric->id);
  json.EndArray();
  return Enclosed(request.parameters, std::move(body));
}

HttpResponse RespondValues(const SeriesQuestion& question, const SeriesOptions& options) {
  const auto wanted = WantedSeries(question.request, question.sources);
  if (!wanted) return FailedFor(wanted.error());
  const auto text = WindowTextOf(question.request.parameters);
  if (!text) return FailedFor(text.error());
  const auto window = ResolveWindow(*text, {options.clocks.wall(), options.zone});
  if (!window) return FailedFor(window.error());
  return ValuesOf(question.request, *wanted, *window);
}

template <Result<void> (*answer)(const SeriesQuestion&, JsonWriter&)>
HttpResponse RespondWith(const SeriesQuestion& question, const SeriesOptions&) {
  std::string body;
  JsonWriter json(body);
  if (const Result<void> answered = answer(question, json); !answered)
    return FailedFor(answered.error());
  return Enclosed(question.request.parameters, std::move(body));
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
  return FindRespond(request.path) ? sources_.Prepare() : Place{.kind = Place::kHere};
}

HttpResponse SeriesService::Answer(const HttpRequest& request) {
  if (request.path == "/series/ping") {
    std::string body;
    JsonWriter(body).BeginObject().Key("success").Bool(true).EndObject();
    return Enclosed(Parameters(), std::move(body));
  }
  if (request.path == "/series/load")
    return FailedResponse(403, "series are read from archives: there is nothing to load");
  const Respond respond = FindRespond(request.path);
  if (respond == nullptr) return FailedResponse(404, "there is nothing at " + request.path);
  const std::vector<SeriesSource> sources = sources_.All();
  return respond({request, sources}, options_);
}

}  // namespace fdr
