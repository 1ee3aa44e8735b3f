// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/state_answer.h"

#include <memory>
#include <string>
#include <utility>

#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/viewer/bucket_query.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/serve/viewer/series_rows.h"
#include "fdr/replay/serve/viewer/states/window_states.h"

namespace fdr {
namespace {

void WriteRun(JsonWriter& json, const StateRun& run) {
  json.BeginArray();
  WriteTime(json, run.from);
  WriteTime(json, run.to);
  if (run.count == 1)
    json.String(run.text);
  else
    json.Null().UInt(run.count);
  json.EndArray();
}

TextParts StatesText(OpenedSource source, MetricChoice choice, StateWindow window,
                     std::shared_ptr<WorkLimit> limit) {
  NamesOfInstances instances(source.context());
  WindowStates states(choice, instances, window);
  const CheckLimit check = [&] { return limit ? limit->Check() : Result<void>(); };
  const Result<void> read = states.Read(*source.archive(), check);
  if (!read) co_return Fail(read.error());
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("s").String(source.source().id());
  json.Key("generation").String(std::to_string(source.generation()));
  WriteTime(json.Key("from"), window.from);
  WriteTime(json.Key("to"), window.to);
  json.Key("n").UInt(window.most);
  WriteTime(json.Key("least"), window.Least());
  for (MissingNames missing(json, choice); auto name = missing.Next();) co_yield *name;
  json.Key("series").BeginArray();
  for (std::size_t i = 0; i < choice.metrics.size(); ++i) {
    const ChosenMetric& metric = choice.metrics[i];
    for (const WindowStates::Series& series : states.Of(i)) {
      const std::string& instance = instances.Of(metric.desc.indom, series.instance);
      json.BeginObject();
      for (SeriesNames names(json, metric, series.instance, instance); auto part = names.Next();)
        co_yield *part;
      json.Key("runs").BeginArray();
      for (const StateRun& run : series.runs.runs()) {
        WriteRun(json, run);
        co_yield text;
      }
      json.EndArray().EndObject();
    }
  }
  json.EndArray().EndObject();
  co_return text;
}

}  // namespace

Result<HttpResponse> AnswerStates(OpenedSource source, const HttpRequest& request) {
  auto choice = ChooseMetrics(source.context(), request.parameters, WithoutMetrics::kRefuse);
  if (!choice) return Fail(choice.error());
  KeepStrings(*choice);
  BucketQuery query;
  if (const auto read = ReadTimes(request.parameters, query); !read) return Fail(read.error());
  const StateWindow window{.from = query.from, .to = query.to, .most = query.n};
  return Written(StatesText(std::move(source), std::move(*choice), window, request.limit));
}

}  // namespace fdr
