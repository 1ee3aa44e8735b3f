// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A line of JSON for each metric: docs/names-json.md.

#include <utility>

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/names/metric_list.h"
#include "fdr/tools/names/subsystem.h"
#include "fdr/tools/summary/series_json.h"

namespace fdr::tools {
namespace {

void WriteInstances(const MetricInfo& metric, JsonWriter& json) {
  if (metric.desc.indom.IsNull()) return;
  json.Key("instances").BeginArray();
  if (metric.instances != nullptr)
    for (const NamedInstance& instance : *metric.instances)
      json.BeginObject().Key("id").Int(instance.id).Key("name").String(instance.name).EndObject();
  json.EndArray();
}

// Writes all that is known of a metric, into an object.
void WriteMetric(const MetricInfo& metric, JsonWriter& json) {
  json.Key("name").String(metric.name).Key("subsystem").String(SubsystemOf(metric.name));
  json.Key("id").String(ToString(metric.desc.id)).Key("type").String(ToString(metric.desc.type));
  json.Key("semantics").String(ToString(metric.desc.semantics));
  json.Key("units").String(ToString(metric.desc.units));
  if (!metric.desc.indom.IsNull()) json.Key("indom").String(ToString(metric.desc.indom));
  if (!metric.expression.empty()) json.Key("expression").String(metric.expression);
  if (!metric.one_line.empty()) json.Key("oneline").String(metric.one_line);
  if (metric.has_known_text) json.Key("oneline_from").String("fdr");
  if (!metric.help.empty()) json.Key("help").String(metric.help);
}

void AppendHead(const std::string& host, std::string& out) {
  JsonWriter(out)
      .BeginObject()
      .Key("schema")
      .String("fdr.names/1")
      .Key("host")
      .String(host)
      .EndObject();
  out += '\n';
}

class JsonList : public MetricList {
 public:
  explicit JsonList(std::string host) : host_(std::move(host)) {}

  void Begin(std::string& out) override { AppendHead(host_, out); }

  void Add(const MetricInfo& metric, std::string_view, std::string& out) override {
    JsonWriter json(out);
    json.BeginObject();
    WriteMetric(metric, json);
    WriteInstances(metric, json);
    json.EndObject();
    out += '\n';
  }

 private:
  const std::string host_;
};

}  // namespace

std::unique_ptr<MetricList> MakeJsonList(std::string host) {
  return std::make_unique<JsonList>(std::move(host));
}

void AppendActivityJson(const std::vector<Activity>& found, const std::string& host,
                        const Zone& zone, std::string& out) {
  AppendHead(host, out);
  for (const Activity& activity : found) {
    JsonWriter json(out);
    json.BeginObject();
    WriteMetric(*activity.metric, json);
    json.Key("change").Double(activity.change).Key("series").BeginObject();
    WriteSeries(*activity.column, json);
    WriteStatistics(*activity.statistics, zone, json);
    json.EndObject().EndObject();
    out += '\n';
  }
}

}  // namespace fdr::tools
