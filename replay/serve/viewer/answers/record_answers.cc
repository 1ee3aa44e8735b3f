// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/record_answers.h"

#include <array>
#include <string>
#include <utility>

#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/viewer/bucket_query.h"
#include "fdr/replay/serve/viewer/recorded_rows.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/serve/viewer/series_rows.h"
#include "fdr/replay/serve/viewer/value_json.h"

namespace fdr {
namespace {

constexpr std::uint64_t kMostRecordsShown = 10'000, kRecordsShown = 200;
constexpr std::array<std::string_view, 2> kDirections = {"1", "-1"};

Result<RecordStretch> StretchIn(const Parameters& parameters) {
  const auto most = parameters.Count("n", kMostRecordsShown);
  if (!most) return Fail(most.error());
  RecordStretch stretch{.from = {}, .to = {}, .most = std::size_t(most->value_or(kRecordsShown))};
  if (parameters.Has("from") || parameters.Has("to")) {
    const Result<Nanos> from = RequiredTime(parameters, "from");
    if (!from) return Fail(from.error());
    const Result<Nanos> to = RequiredTime(parameters, "to");
    if (!to) return Fail(to.error());
    stretch.from = *from - kStampError;
    stretch.to = *to + kStampError;
    return stretch;
  }
  const Result<Nanos> at = RequiredTime(parameters, "t");
  if (!at) return Fail(at.error());
  const auto direction = WordIn(parameters, "dir", kDirections, 0);
  if (!direction) return Fail(direction.error());
  if (*direction == 0)
    stretch.from = *at - kStampError;
  else
    stretch.to = *at + kStampError;
  return stretch;
}

// The caller writes a text, with the result.
StringParts WriteRowValue(JsonWriter& json, const RecordedRows::Series& series, std::size_t row,
                          bool is_rate, Type type) {
  if (row >= series.values.size() || !series.values[row])
    json.Null();
  else if (is_rate)
    json.Double(series.values[row]->number);
  else
    return WriteValue(json, *series.values[row], type);
  return {};
}

TextParts RecordsText(OpenedSource source, MetricChoice choice, RecordedRows rows) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("s").String(source.source().id());
  json.Key("generation").String(std::to_string(source.generation()));
  json.Key("series").BeginArray();
  NamesOfInstances instances(source.context());
  for (const RecordedRows::Series& series : rows.series) {
    const ChosenMetric& metric = choice.metrics[series.metric];
    const std::string& instance = instances.Of(metric.desc.indom, series.instance);
    json.BeginObject();
    for (SeriesNames names(json, metric, series.instance, instance); auto part = names.Next();)
      co_yield *part;
    WriteUnits(json, choice, metric);
    json.EndObject();
    co_yield text;
  }
  json.EndArray().Key("t").BeginArray();
  for (const Nanos at : rows.times) WriteTime(json, at);
  json.EndArray().Key("gaps").BeginArray();
  for (const std::size_t gap : rows.gaps) json.UInt(gap);
  json.EndArray().Key("values").BeginArray();
  for (const RecordedRows::Series& series : rows.series) {
    const ChosenMetric& metric = choice.metrics[series.metric];
    const bool is_rate = choice.IsRate(metric);
    json.BeginArray();
    for (std::size_t row = 0; row < rows.times.size(); ++row) {
      co_yield WriteRowValue(json, series, row, is_rate, metric.desc.type);
      co_yield text;
    }
    json.EndArray();
  }
  json.EndArray().Key("more").Bool(rows.has_more);
  for (MissingNames missing(json, choice); auto name = missing.Next();) co_yield *name;
  json.EndObject();
  co_return text;
}

}  // namespace

Result<HttpResponse> AnswerRecords(OpenedSource source, const HttpRequest& request) {
  const auto stretch = StretchIn(request.parameters);
  if (!stretch) return Fail(stretch.error());
  auto choice = ChooseMetrics(source.context(), request.parameters, WithoutMetrics::kRefuse);
  if (!choice) return Fail(choice.error());
  auto rows =
      ReadRecords(*source.archive(), *choice, *stretch, [&] { return request.CheckLimit(); });
  if (!rows) return Fail(rows.error());
  return Written(RecordsText(std::move(source), std::move(*choice), std::move(*rows)));
}

}  // namespace fdr
