// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <unordered_map>

#include "fdr/replay/serve/series_id/series_labels.h"
#include "fdr/replay/serve/viewer/answers/source_answers.h"
#include "fdr/replay/serve/viewer/last_labels.h"
#include "fdr/replay/serve/viewer/metric_choice.h"
#include "fdr/replay/serve/viewer/request_times.h"

namespace fdr {
namespace {

constexpr std::size_t kMostInstances = 100'000;

// What the metrics of a request share.
class MetaWriter {
 public:
  MetaWriter(const OpenedSource& source, const MetricChoice& choice, bool with_instances)
      : source_(source),
        choice_(choice),
        with_instances_(with_instances),
        labels_(source.context()) {}

  Result<void> Write(JsonWriter& json, const ChosenMetric& metric);

 private:
  using Lifetimes = std::unordered_map<InstanceId, InstanceLifetime>;

  Result<void> WriteInstances(JsonWriter& json, const ChosenMetric& metric);
  void WriteInstance(JsonWriter& json, const NamedInstance& instance, const Lifetimes& lifetimes,
                     const InstanceLabels* labels);
  Lifetimes LifetimesOf(InDomId indom) const;
  std::string TextOf(TextKind kind, MetricId id) {
    return source_.context().Text(kind, id.value).value_or("");
  }

  const OpenedSource& source_;
  const MetricChoice& choice_;
  bool with_instances_;
  LabelsOfSource labels_;
  std::size_t instances_ = 0;
};

Result<void> MetaWriter::Write(JsonWriter& json, const ChosenMetric& metric) {
  const Desc& desc = metric.desc;
  json.BeginObject().Key("m").String(metric.name).Key("pmid").String(ToString(desc.id));
  if (!desc.indom.IsNull()) json.Key("indom").String(ToString(desc.indom));
  json.Key("type").String(ToString(desc.type));
  json.Key("semantics").String(ToString(desc.semantics));
  json.Key("units").String(UnitsOf(desc, false));
  json.Key("rate_units").String(UnitsOf(desc, metric.IsCounter()));
  json.Key("oneline").String(TextOf(TextKind::kMetricOneLine, desc.id));
  json.Key("help").String(TextOf(TextKind::kMetricHelp, desc.id));
  const auto labels = labels_.OfMetric(desc);
  if (!labels) return Fail(labels.error());
  json.Key("labels").Raw(labels->all.empty() ? "{}" : labels->all);
  if (with_instances_ && !desc.indom.IsNull())
    if (const auto written = WriteInstances(json, metric); !written) return written;
  json.EndObject();
  return {};
}

Result<void> MetaWriter::WriteInstances(JsonWriter& json, const ChosenMetric& metric) {
  const auto all = source_.context().AllInstances(metric.desc.indom);
  if (!all && all.error().code != Errc::kNotFound) return Fail(all.error());
  const Lifetimes lifetimes = LifetimesOf(metric.desc.indom);
  const Result<InstanceLabels> labels = labels_.OfInstances(metric.desc.indom);
  json.Key("instances").BeginArray();
  for (const NamedInstance& instance : all ? *all : std::vector<NamedInstance>()) {
    if (!choice_.Includes(metric, instance.id, instance.name)) continue;
    if (++instances_ > kMostInstances)
      return Fail(Errc::kTooLarge, "There are more than 100000 instances; ask for instances=0");
    WriteInstance(json, instance, lifetimes, labels ? &*labels : nullptr);
  }
  json.EndArray();
  return {};
}

void MetaWriter::WriteInstance(JsonWriter& json, const NamedInstance& instance,
                               const Lifetimes& lifetimes, const InstanceLabels* labels) {
  json.BeginObject().Key("id").Int(instance.id).Key("name").String(instance.name);
  const OwnedLabelSet* const own = labels != nullptr ? labels->OwnOf(instance.id) : nullptr;
  if (own != nullptr && !own->json.empty()) json.Key("labels").Raw(labels->Of(instance.id));
  const auto lifetime = lifetimes.find(instance.id);
  if (lifetime != lifetimes.end()) {
    WriteTime(json.Key("from"), NanosOf(lifetime->second.birth));
    if (lifetime->second.death)
      WriteTime(json.Key("to"), NanosOf(*lifetime->second.death));
    else
      json.Key("to").Null();
  }
  json.EndObject();
}

MetaWriter::Lifetimes MetaWriter::LifetimesOf(InDomId indom) const {
  Lifetimes lifetimes;
  if (source_.archive() == nullptr) return lifetimes;
  const InDomHistory* const history = source_.archive()->timeline().metadata().FindInDom(indom);
  if (history == nullptr) return lifetimes;
  for (const InstanceLifetime& one : history->Lifetimes()) lifetimes.emplace(one.id, one);
  return lifetimes;
}

}  // namespace

Result<HttpResponse> AnswerMeta(const OpenedSource& source, const HttpRequest& request) {
  GoToLastLabels(source.context());
  const auto choice = ChooseMetrics(source.context(), request.parameters, WithoutMetrics::kRefuse);
  if (!choice) return Fail(choice.error());
  HttpResponse response;
  JsonWriter json(response.body);
  json.BeginObject().Key("metrics").BeginArray();
  MetaWriter writer(source, *choice, request.parameters.Get("instances") != "0");
  for (const ChosenMetric& metric : choice->metrics) {
    if (const auto go_on = request.CheckLimit(); !go_on) return Fail(go_on.error());
    if (const auto written = writer.Write(json, metric); !written) return Fail(written.error());
  }
  json.EndArray().Key("missing").BeginArray();
  for (const std::string& name : choice->missing) json.String(name);
  json.EndArray().EndObject();
  return response;
}

}  // namespace fdr
