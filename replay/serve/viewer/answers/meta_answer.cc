// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/replay/recorded/last_labels.h"
#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/series/id/series_labels.h"
#include "fdr/replay/serve/viewer/answers/source_answers.h"
#include "fdr/replay/serve/viewer/metric_choice.h"
#include "fdr/replay/serve/viewer/request_times.h"

namespace fdr {
namespace {

constexpr std::pair<std::string_view, TextKind> kTexts[] = {
    {"oneline", TextKind::kMetricOneLine},
    {"help", TextKind::kMetricHelp},
};

// The instances that a request asks for.  All have the same metric.
struct MetaInstances {
  std::vector<NamedInstance> instances = {};
  InstanceLabels labels = {};
  std::unordered_map<InstanceId, InstanceLifetime> lifetimes = {};
};

// What the metrics of a request share.  Borrows all.
class MetaReader {
 public:
  MetaReader(const OpenedSource& source, const MetricChoice& choice)
      : source_(source), choice_(choice), labels_(source.context()) {}

  // "" without a text.
  std::string TextOf(TextKind kind, const Desc& desc) {
    return source_.context().Text(kind, desc.id.value).value_or("");
  }
  // As JSON.
  Result<std::string> LabelsOf(const Desc& desc);
  Result<MetaInstances> InstancesOf(const ChosenMetric& metric);

 private:
  const OpenedSource& source_;
  const MetricChoice& choice_;
  LabelsOfSource labels_;
};

Result<std::string> MetaReader::LabelsOf(const Desc& desc) {
  Result<SeriesLabels> labels = labels_.OfMetric(desc);
  if (!labels) return Fail(labels.error());
  return labels->all.empty() ? "{}" : std::move(labels->all);
}

Result<MetaInstances> MetaReader::InstancesOf(const ChosenMetric& metric) {
  const InDomId indom = metric.desc.indom;
  MetaInstances found;
  auto all = source_.context().AllInstances(indom);
  if (!all && all.error().code != Errc::kNotFound) return Fail(all.error());
  if (all) found.instances = std::move(*all);
  std::erase_if(found.instances, [&](const NamedInstance& instance) {
    return !choice_.Includes(metric, instance.id, instance.name);
  });
  if (Result<InstanceLabels> labels = labels_.OfInstances(indom)) found.labels = std::move(*labels);
  if (source_.archive() == nullptr) return found;
  if (const InDomHistory* history = source_.archive()->timeline().metadata().FindInDom(indom))
    for (const InstanceLifetime& one : history->Lifetimes()) found.lifetimes.emplace(one.id, one);
  return found;
}

void WriteDesc(JsonWriter& json, const ChosenMetric& metric) {
  const Desc& desc = metric.desc;
  json.Key("pmid").String(ToString(desc.id));
  if (!desc.indom.IsNull()) json.Key("indom").String(ToString(desc.indom));
  json.Key("type").String(ToString(desc.type));
  json.Key("semantics").String(ToString(desc.semantics));
  json.Key("units").String(UnitsOf(desc, false));
  json.Key("rate_units").String(UnitsOf(desc, metric.IsCounter()));
}

// Writes the members behind the name.
void WriteInstance(JsonWriter& json, const NamedInstance& instance, const MetaInstances& found) {
  const OwnedLabelSet* const own = found.labels.OwnOf(instance.id);
  if (own != nullptr && !own->json.empty()) json.Key("labels").Raw(found.labels.Of(instance.id));
  const auto lifetime = found.lifetimes.find(instance.id);
  if (lifetime != found.lifetimes.end()) {
    WriteTime(json.Key("from"), NanosOf(lifetime->second.birth));
    if (lifetime->second.death)
      WriteTime(json.Key("to"), NanosOf(*lifetime->second.death));
    else
      json.Key("to").Null();
  }
}

TextParts MetaText(OpenedSource source, MetricChoice choice, HttpRequest request) {
  const bool with_instances = request.parameters.Get("instances") != "0";
  MetaReader reader(source, choice);
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("metrics").BeginArray();
  for (const ChosenMetric& metric : choice.metrics) {
    if (const auto go_on = request.CheckLimit(); !go_on) co_return Fail(go_on.error());
    co_yield json.BeginObject().Key("m").Parts(metric.name);
    WriteDesc(json, metric);
    for (const auto& [key, kind] : kTexts) {
      const std::string about = reader.TextOf(kind, metric.desc);
      co_yield json.Key(key).Parts(about);
    }
    const Result<std::string> labels = reader.LabelsOf(metric.desc);
    if (!labels) co_return Fail(labels.error());
    json.Key("labels").Raw(*labels);
    if (with_instances && !metric.desc.indom.IsNull()) {
      const Result<MetaInstances> found = reader.InstancesOf(metric);
      if (!found) co_return Fail(found.error());
      json.Key("instances").BeginArray();
      for (const NamedInstance& instance : found->instances) {
        co_yield json.BeginObject().Key("id").Int(instance.id).Key("name").Parts(instance.name);
        WriteInstance(json, instance, *found);
        json.EndObject();
        co_yield text;
      }
      json.EndArray();
    }
    json.EndObject();
    co_yield text;
  }
  json.EndArray();
  for (MissingNames missing(json, choice); auto name = missing.Next();) co_yield *name;
  json.EndObject();
  co_return text;
}

}  // namespace

Result<HttpResponse> AnswerMeta(OpenedSource source, const HttpRequest& request) {
  GoToLastLabels(source.context());
  auto choice = ChooseMetrics(source.context(), request.parameters, WithoutMetrics::kRefuse);
  if (!choice) return Fail(choice.error());
  return Written(MetaText(std::move(source), std::move(*choice), request));
}

}  // namespace fdr
