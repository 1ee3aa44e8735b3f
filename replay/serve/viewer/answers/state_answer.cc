// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/state_answer.h"

#include "fdr/replay/serve/viewer/bucket_query.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/serve/viewer/states/window_states.h"

namespace fdr {
namespace {

void WriteRuns(JsonWriter& json, const std::vector<StateRun>& runs) {
  json.BeginArray();
  for (const StateRun& run : runs) {
    json.BeginArray();
    WriteTime(json, run.from);
    WriteTime(json, run.to);
    if (run.count == 1)
      json.String(run.text);
    else
      json.Null().UInt(run.count);
    json.EndArray();
  }
  json.EndArray();
}

void WriteSeriesOf(JsonWriter& json, const ChosenMetric& metric,
                   const std::vector<WindowStates::Series>& all, NamesOfInstances& names) {
  for (const WindowStates::Series& series : all) {
    json.BeginObject().Key("m").String(metric.name);
    if (series.instance != kSingular)
      json.Key("i")
          .String(names.Of(metric.desc.indom, series.instance))
          .Key("id")
          .Int(series.instance);
    WriteRuns(json.Key("runs"), series.runs.runs());
    json.EndObject();
  }
}

}  // namespace

Result<HttpResponse> AnswerStates(const OpenedSource& source, const HttpRequest& request) {
  auto choice = ChooseMetrics(source.context(), request.parameters, WithoutMetrics::kRefuse);
  if (!choice) return Fail(choice.error());
  KeepStrings(*choice);
  BucketQuery query;
  if (const auto read = ReadTimes(request.parameters, query); !read) return Fail(read.error());
  const StateWindow window{.from = query.from, .to = query.to, .most = query.n};
  NamesOfInstances names(source.context());
  WindowStates states(*choice, names, window);
  const auto read = states.Read(*source.archive(), [&] { return request.CheckLimit(); });
  if (!read) return Fail(read.error());
  HttpResponse response;
  JsonWriter json(response.body);
  json.BeginObject().Key("s").String(source.source().id());
  json.Key("generation").String(std::to_string(source.generation()));
  WriteTime(json.Key("from"), window.from);
  WriteTime(json.Key("to"), window.to);
  json.Key("n").UInt(window.most);
  WriteTime(json.Key("least"), window.Least());
  json.Key("missing").BeginArray();
  for (const std::string& name : choice->missing) json.String(name);
  json.EndArray().Key("series").BeginArray();
  for (std::size_t i = 0; i < choice->metrics.size(); ++i)
    WriteSeriesOf(json, choice->metrics[i], states.Of(i), names);
  json.EndArray().EndObject();
  return response;
}

}  // namespace fdr
