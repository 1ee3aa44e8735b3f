// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/moment_answers.h"

#include <array>
#include <map>
#include <set>

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

using Shown = std::map<InDomId, std::map<InstanceId, std::string>>;

void WriteMetric(JsonWriter& json, const MetricChoice& choice, const ChosenMetric& metric,
                 bool is_rate, const std::vector<MomentValue>& values, NamesOfInstances& names,
                 Shown& shown) {
  std::string text;
  JsonWriter list(text);
  list.BeginArray();
  bool has_any = false;
  for (const MomentValue& value : values) {
    const std::string& name = names.Of(metric.desc.indom, value.instance);
    if (!choice.Includes(metric, value.instance, name)) continue;
    has_any = true;
    list.BeginArray();
    if (value.instance == kSingular) {
      list.Null();
    } else {
      list.Int(value.instance);
      shown[metric.desc.indom].try_emplace(value.instance, name);
    }
    if (is_rate)
      list.Double(value.number);
    else
      WriteValue(list, value, metric.desc.type);
    list.EndArray();
  }
  list.EndArray();
  if (!has_any) return;
  json.BeginObject().Key("m").String(metric.name);
  if (!metric.desc.indom.IsNull()) json.Key("indom").String(ToString(metric.desc.indom));
  json.Key("rate").Bool(is_rate).Key("units").String(UnitsOf(metric.desc, is_rate));
  json.Key("values").Raw(text).EndObject();
}

void WriteInstances(JsonWriter& json, const Shown& shown) {
  json.BeginObject();
  for (const auto& [indom, instances] : shown) {
    json.Key(ToString(indom)).BeginObject();
    for (const auto& [id, name] : instances) json.Key(std::to_string(id)).String(name);
    json.EndObject();
  }
  json.EndObject();
}

}  // namespace

void WriteMoment(const OpenedSource& source, const MetricChoice& choice, const MomentAnswer& moment,
                 std::string& out) {
  JsonWriter json(out);
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
    WriteMetric(json, choice, metric, is_rate, moment.values[i], names, shown);
  }
  json.EndArray();
  WriteInstances(json.Key("indoms"), shown);
  json.Key("missing").BeginArray();
  for (const std::string& name : choice.missing) json.String(name);
  json.EndArray().EndObject();
}

Result<MomentAnswer> MomentOf(const OpenedSource& source, const MetricChoice& choice,
                              const HttpRequest& request) {
  return source.archive() != nullptr ? ArchiveMoment(*source.archive(), choice, request)
                                     : LiveMoment(source.context(), choice);
}

Result<HttpResponse> AnswerAt(const OpenedSource& source, const HttpRequest& request) {
  const auto choice = ChooseMetrics(source.context(), request.parameters, WithoutMetrics::kTakeAll);
  if (!choice) return Fail(choice.error());
  const Result<MomentAnswer> moment = source.archive() != nullptr
                                          ? ArchiveMoment(*source.archive(), *choice, request)
                                          : LiveMoment(source.context(), *choice);
  if (!moment) return Fail(moment.error());
  HttpResponse response;
  WriteMoment(source, *choice, *moment, response.body);
  return response;
}

}  // namespace fdr
