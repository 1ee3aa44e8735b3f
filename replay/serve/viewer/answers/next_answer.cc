// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/viewer/answers/record_answers.h"
#include "fdr/replay/serve/viewer/bucket_query.h"
#include "fdr/replay/serve/viewer/next_search.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/serve/viewer/series_rows.h"
#include "fdr/replay/serve/viewer/value_json.h"

namespace fdr {
namespace {

constexpr std::array<std::string_view, 2> kWays = {"1", "-1"};

// The caller writes a text, with the result.
StringParts WriteFoundValue(JsonWriter& json, const NextFound& found, const MetricChoice& choice) {
  const ChosenMetric& metric = choice.metrics[found.metric];
  json.Key("value");
  if (!choice.IsRate(metric)) return WriteValue(json, *found.value, metric.desc.type);
  json.Double(found.value->number);
  return {};
}

TextParts FoundText(MetricChoice choice, std::optional<NextFound> found, std::string instance) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject();
  if (found)
    WriteTime(json.Key("t"), found->at);
  else
    json.Key("t").Null();
  if (found && found->value) {
    const ChosenMetric& metric = choice.metrics[found->metric];
    for (SeriesNames names(json, metric, found->instance, instance); auto part = names.Next();)
      co_yield *part;
    co_yield WriteFoundValue(json, *found, choice);
  }
  json.EndObject();
  co_return text;
}

}  // namespace

Result<HttpResponse> AnswerNext(const OpenedSource& source, const HttpRequest& request) {
  const Parameters& parameters = request.parameters;
  const Result<Nanos> at = RequiredTime(parameters, "t");
  if (!at) return Fail(at.error());
  const auto direction = WordIn(parameters, "dir", kWays, 0);
  if (!direction) return Fail(direction.error());
  const auto condition = NextCondition::Parse(parameters.Get("when"));
  if (!condition) return Fail(condition.error());
  const bool needs_metrics =
      condition->kind != NextCondition::kRecord && condition->kind != NextCondition::kMark;
  MetricChoice choice;
  if (needs_metrics || parameters.Has("m")) {
    auto chosen = ChooseMetrics(source.context(), parameters, WithoutMetrics::kRefuse);
    if (!chosen) return Fail(chosen.error());
    choice = std::move(*chosen);
  }
  std::optional<NextFound> found;
  // Of metrics that do not exist, nothing is found.
  if (!choice.metrics.empty() || !parameters.Has("m")) {
    auto next = FindNext(*source.archive(), choice, *at, *direction == 0, *condition,
                         [&] { return request.CheckLimit(); });
    if (!next) return Fail(next.error());
    found = std::move(*next);
  }
  std::string instance;
  if (found && found->value)
    instance = NamesOfInstances(source.context())
                   .Of(choice.metrics[found->metric].desc.indom, found->instance);
  return Written(FoundText(std::move(choice), std::move(found), std::move(instance)));
}

}  // namespace fdr
