// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/moment_answers.h"

#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "fdr/replay/serve/viewer/bucket_query.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/serve/viewer/value_json.h"

namespace fdr {
namespace {

constexpr std::array<std::string_view, 3> kRules = {"holds", "interpolated", "record"};

Result<MomentAnswer> ArchiveMoment(ArchiveContext& archive, const MetricChoice& choice,
                                   const HttpRequest& request) {
  const auto rule = WordIn(request.parameters, "mode", kRules, 0);
  if (!rule) return Fail(rule.error());
  const auto asked = TimeIn(request.parameters, "t");
  if (!asked) return Fail(asked.error());
  Nanos at = 0;
  if (*asked) {
    at = **asked;
  } else {
    const Result<Timestamp> end = archive.EndTime();
    if (!end) return Fail(end.error());
    at = NanosOf(*end);
  }
  const auto moment_rule = static_cast<MomentRule>(*rule);
  auto values = ValuesAt(archive, choice, at, moment_rule, [&] { return request.CheckLimit(); });
  if (!values) return Fail(values.error());
  return MomentAnswer{at, moment_rule == MomentRule::kHolds, std::move(*values)};
}

Result<MomentAnswer> LiveMoment(Context& context, const MetricChoice& choice) {
  std::vector<MetricId> metrics;
  for (const ChosenMetric& metric : choice.metrics) metrics.push_back(metric.desc.id);
  FetchResult result;
  const Result<bool> fetched = context.Fetch(metrics, Profile(), result);
  if (!fetched) return Fail(fetched.error());
  MomentAnswer moment{.at = NanosOf(result.stamp())};
  for (std::size_t i = 0; i < choice.metrics.size(); ++i)
    moment.values.push_back(*fetched && i < result.sets().size()
                                ? MomentValuesOf(result, result.sets()[i], choice.metrics[i].desc)
                                : std::vector<MomentValue>());
  return moment;
}

using Shown = std::map<InDomId, std::set<InstanceId>>;

// Writes the members of a metric behind its name, up to its list of values.
void BeginValues(JsonWriter& json, const ChosenMetric& metric, bool is_rate) {
  if (!metric.desc.indom.IsNull()) json.Key("indom").String(ToString(metric.desc.indom));
  json.Key("rate").Bool(is_rate).Key("units").String(UnitsOf(metric.desc, is_rate));
  json.Key("values").BeginArray();
}

// Begins the array of a value.  The caller writes a text, with the result, and ends it.
StringParts BeginValue(JsonWriter& json, const ChosenMetric& metric, bool is_rate,
                       const MomentValue& value) {
  json.BeginArray();
  if (value.instance == kSingular)
    json.Null();
  else
    json.Int(value.instance);
  if (!is_rate) return WriteValue(json, value, metric.desc.type);
  json.Double(value.number);
  return {};
}

}  // namespace

TextParts MomentText(OpenedSource source, MetricChoice choice, MomentAnswer moment) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("s").String(source.source().id());
  if (source.archive() != nullptr)
    json.Key("generation").String(std::to_string(source.generation()));
  WriteTime(json.Key("t"), moment.at);
  NamesOfInstances names(source.context());
  Shown shown;
  json.Key("metrics").BeginArray();
  for (std::size_t i = 0; i < choice.metrics.size(); ++i) {
    const ChosenMetric& metric = choice.metrics[i];
    const bool is_rate = moment.has_rates && choice.IsRate(metric);
    bool has_any = false;
    for (const MomentValue& value : moment.values[i]) {
      const std::string& name = names.Of(metric.desc.indom, value.instance);
      if (!choice.Includes(metric, value.instance, name)) continue;
      if (!std::exchange(has_any, true)) {
        co_yield json.BeginObject().Key("m").Parts(metric.name);
        BeginValues(json, metric, is_rate);
      }
      co_yield BeginValue(json, metric, is_rate, value);
      json.EndArray();
      if (value.instance != kSingular) shown[metric.desc.indom].insert(value.instance);
      co_yield text;
    }
    if (has_any) json.EndArray().EndObject();
  }
  json.EndArray().Key("indoms").BeginObject();
  for (const auto& [indom, instances] : shown) {
    json.Key(ToString(indom)).BeginObject();
    for (const InstanceId id : instances) {
      co_yield json.Key(std::to_string(id)).Parts(names.Of(indom, id));
      co_yield text;
    }
    json.EndObject();
  }
  json.EndObject();
  for (MissingNames missing(json, choice); auto name = missing.Next();) co_yield *name;
  json.EndObject();
  co_return text;
}

Result<MomentAnswer> MomentOf(const OpenedSource& source, const MetricChoice& choice,
                              const HttpRequest& request) {
  return source.archive() != nullptr ? ArchiveMoment(*source.archive(), choice, request)
                                     : LiveMoment(source.context(), choice);
}

Result<HttpResponse> AnswerAt(OpenedSource source, const HttpRequest& request) {
  auto choice = ChooseMetrics(source.context(), request.parameters, WithoutMetrics::kTakeAll);
  if (!choice) return Fail(choice.error());
  Result<MomentAnswer> moment = MomentOf(source, *choice, request);
  if (!moment) return Fail(moment.error());
  return Written(MomentText(std::move(source), std::move(*choice), std::move(*moment)));
}

}  // namespace fdr
