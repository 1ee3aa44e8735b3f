// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/viewer/answers/source_answers.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

constexpr std::uint64_t kMostMatches = 10'000, kMatches = 50;
constexpr std::size_t kLongestQuestion = 1024;

constexpr std::array<std::string_view, 7> kPlaces = {"name", "oneline", "name", "instance",
                                                     "help", "units",   "label"};

// Writes the members behind "oneline".  The caller appends the last one, with the result.
StringParts WriteFound(JsonWriter& json, const MetricInfo& metric, const FoundMetric& found) {
  json.Key("units").String(ToString(metric.desc.units));
  json.Key("semantics").String(ToString(metric.desc.semantics));
  json.Key("type").String(ToString(metric.desc.type));
  if (!metric.desc.indom.IsNull())
    json.Key("indom")
        .String(ToString(metric.desc.indom))
        .Key("instances")
        .UInt(metric.instances ? metric.instances->size() : 0);
  json.Key("where").String(kPlaces[static_cast<std::size_t>(found.where)]);
  if (found.where == FoundIn::kInstance) return json.Key("instance").Parts(found.instance);
  if (found.where == FoundIn::kLabel) return json.Key("label").Parts(found.label);
  return {};
}

TextParts FoundText(std::shared_ptr<const SearchedSource> source, FoundMetrics found) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("total").UInt(found.total).Key("matches").BeginArray();
  for (const FoundMetric& one : found.best) {
    const MetricInfo& metric = source->metrics[one.place];
    co_yield json.BeginObject().Key("m").Parts(metric.name);
    co_yield json.Key("oneline").Parts(metric.one_line);
    co_yield WriteFound(json, metric, one);
    json.EndObject();
    co_yield text;
  }
  json.EndArray().EndObject();
  source.reset();  // what was found refers to it
  co_return text;
}

}  // namespace

Result<HttpResponse> AnswerFind(const OpenedSource& source, KeptSearch& search,
                                std::uint64_t version, const HttpRequest& request) {
  const auto limit = request.parameters.Count("limit", kMostMatches);
  if (!limit) return Fail(limit.error());
  const std::string_view question = request.parameters.Get("q");
  if (question.size() > kLongestQuestion) return Fail(Errc::kInvalidArgument, "q is too long");
  // A host would need a message for each text.
  const bool with_texts = source.source().kind() != WebSource::Kind::kHost;
  const CheckLimit check = [&request] { return request.CheckLimit(); };
  const auto searched = search.Get(source.context(), version, with_texts, check);
  if (!searched) return Fail(searched.error());
  auto found = (*searched)->search.Find(SearchWords(question), limit->value_or(kMatches), check);
  if (!found) return Fail(found.error());
  return Written(FoundText(*searched, std::move(*found)));
}

}  // namespace fdr
