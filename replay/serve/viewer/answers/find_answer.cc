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

constexpr std::array<std::string_view, 9> kPlaces = {
    "name", "name", "name", "name", "units", "instance", "label", "oneline", "help"};

// Writes the members behind "oneline".  The caller appends the last one, with the result.
StringParts WriteMatch(JsonWriter& json, const MetricFinder::Match& match) {
  const MetricFinder::Metric& metric = *match.metric;
  json.Key("units").String(ToString(metric.desc.units));
  json.Key("semantics").String(ToString(metric.desc.semantics));
  json.Key("type").String(ToString(metric.desc.type));
  if (!metric.desc.indom.IsNull())
    json.Key("indom").String(ToString(metric.desc.indom)).Key("instances").UInt(metric.instances);
  json.Key("where").String(kPlaces[static_cast<std::size_t>(match.where)]);
  if (match.where == FoundIn::kInstance) return json.Key("instance").Parts(match.instance);
  if (match.where == FoundIn::kLabel) return json.Key("label").Parts(match.label);
  return {};
}

TextParts MatchesText(std::shared_ptr<const MetricFinder> finder,
                      std::vector<MetricFinder::Match> matches, std::uint64_t limit) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("total").UInt(matches.size()).Key("matches").BeginArray();
  for (std::size_t i = 0; i < matches.size() && i < limit; ++i) {
    co_yield json.BeginObject().Key("m").Parts(matches[i].metric->name);
    co_yield json.Key("oneline").Parts(matches[i].metric->oneline);
    co_yield WriteMatch(json, matches[i]);
    json.EndObject();
    co_yield text;
  }
  json.EndArray().EndObject();
  finder.reset();  // the matches refer to it
  co_return text;
}

}  // namespace

Result<HttpResponse> AnswerFind(const OpenedSource& source, KeptFinder& finder,
                                std::uint64_t version, const HttpRequest& request) {
  const auto limit = request.parameters.Count("limit", kMostMatches);
  if (!limit) return Fail(limit.error());
  const std::string_view question = request.parameters.Get("q");
  if (question.size() > kLongestQuestion) return Fail(Errc::kInvalidArgument, "q is too long");
  // A host would need a message for each text.
  const bool with_texts = source.source().kind() != WebSource::Kind::kHost;
  const auto found = finder.Get(source.context(), version, with_texts);
  if (!found) return Fail(found.error());
  return Written(MatchesText(*found, (*found)->Find(question), limit->value_or(kMatches)));
}

}  // namespace fdr
