// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/known_metrics.h"

#include "fdr/replay/serve/series/id/series_id.h"
#include "fdr/replay/serve/tape/tape_source.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/json_writer.h"
#include "fdr/replay/values/type_name.h"

namespace fdr {
namespace {

constexpr std::string_view kVersionName = "pmcd.version";

KnownMetric MadeUpVersion() {
  const Desc desc{MetricId::Build(2, 0, 7), Type::kString, {}, Semantics::kDiscrete, {}};
  KnownMetric version = MakeKnownMetric(std::string(kVersionName), desc);
  version.is_made_up = true;
  return version;
}

std::string DescriptionOf(const KnownMetric& metric, const SeriesLabels& labels,
                          const MetricDetails& details) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("name").String(metric.name);
  json.Key("series").String(MetricSeriesId(metric.name, labels.of_series, metric.desc));
  json.Key("pmid").String(ToString(metric.desc.id));
  if (!metric.desc.indom.IsNull()) json.Key("indom").String(ToString(metric.desc.indom));
  json.Key("type").String(WebTypeName(metric.desc.type));
  json.Key("sem").String(ToString(metric.desc.semantics));
  json.Key("units").String(WebUnitsText(metric.desc.units));
  json.Key("labels").Raw(details.labels.empty() ? "{}" : details.labels);
  json.Key("text-oneline").String(details.one_line);
  json.Key("text-help").String(details.help).EndObject();
  return text;
}

}  // namespace

std::string WebTypeName(Type type) {
  if (type == Type::kNoSupport) return "unsupported";
  return ToLower(TypeName(type));
}

std::string WebUnitsText(const Units& units) {
  std::string text = ToString(units);
  return text.empty() ? "none" : text;
}

KnownMetric MakeKnownMetric(std::string name, const Desc& desc) {
  KnownMetric metric{.name = std::move(name), .desc = desc};
  metric.is_version = metric.name == kVersionName;
  JsonWriter json(metric.values_head);
  json.BeginObject().Key("pmid").String(ToString(desc.id));
  json.Key("name").String(metric.name).Key("instances").BeginArray();
  return metric;
}

MetricDetails MakeDetails(const KnownMetric& metric, const SeriesLabels& labels,
                          std::vector<MergeLabel> parts, Context* context) {
  MetricDetails details{.labels = labels.all, .parts = std::move(parts)};
  if (context != nullptr) {
    const std::uint32_t id = metric.desc.id.value;
    details.one_line = context->Text(TextKind::kMetricOneLine, id).value_or("");
    details.help = context->Text(TextKind::kMetricHelp, id).value_or("");
    if (details.help.empty()) details.help = details.one_line;
  }
  details.description = DescriptionOf(metric, labels, details);
  return details;
}

void KnownMetrics::Renew(std::uint64_t generation) {
  const std::lock_guard lock(mutex_);
  if (generation_ == generation) return;
  by_name_.clear();
  details_.clear();
  labels_ = LabelsOfSource();
  of_context_.reset();
  end_.reset();
  generation_ = generation;  // last: an exception leaves it to the next request
}

Result<std::vector<KnownMetrics::Metric>> KnownMetrics::Find(Context& context,
                                                             std::span<const std::string> names) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> missing;
  for (const std::string& name : names)
    if (!by_name_.contains(name)) missing.push_back(name);
  if (!missing.empty())
    if (const Result<void> learnt = Learn(context, missing); !learnt) return Fail(learnt.error());
  std::vector<Metric> found;
  found.reserve(names.size());
  for (const std::string& name : names) {
    const auto known = by_name_.find(name);
    found.push_back(known == by_name_.end() ? nullptr : known->second);
  }
  return found;
}

// What is not known is asked for again the next time: it may come.
Result<void> KnownMetrics::Learn(Context& context, const std::vector<std::string>& names) {
  const Result<std::vector<Result<MetricId>>> found = context.Find(names);
  if (!found) return Fail(found.error());
  std::vector<MetricId> ids;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if ((*found)[i]) {
      ids.push_back(*(*found)[i]);
      places.push_back(i);
    } else if (names[i] == kVersionName) {
      by_name_.insert_or_assign(names[i], std::make_shared<KnownMetric>(MadeUpVersion()));
    }
  }
  if (ids.empty()) return {};
  const Result<std::vector<Result<Desc>>> descs = context.Descs(ids);
  if (!descs) return Fail(descs.error());
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (const std::string& name = names[places[i]]; (*descs)[i])
      by_name_.insert_or_assign(name,
                                std::make_shared<KnownMetric>(MakeKnownMetric(name, *(*descs)[i])));
  return {};
}

Result<std::shared_ptr<const MetricDetails>> KnownMetrics::DetailsOf(Context& context,
                                                                     const KnownMetric& metric) {
  const std::lock_guard lock(mutex_);
  const auto known = details_.find(metric.name);
  if (known != details_.end()) return known->second;
  labels_.SetContext(context);
  const Result<SeriesLabels> labels = labels_.OfMetric(metric.desc);
  if (!labels) return Fail(labels.error());
  const Result<LabelMerger> merged = labels_.MergedOf(metric.desc);
  if (!merged) return Fail(merged.error());
  auto details = std::make_shared<const MetricDetails>(
      MakeDetails(metric, *labels, merged->labels(), &context));
  details_.emplace(metric.name, details);
  return details;
}

Result<SeriesLabels> KnownMetrics::LabelsOfContext(Context& context) {
  const std::lock_guard lock(mutex_);
  if (of_context_) return *of_context_;
  labels_.SetContext(context);
  Result<SeriesLabels> labels = labels_.OfSource();
  if (labels) of_context_ = *labels;
  return labels;
}

Result<InstanceLabels> KnownMetrics::LabelsOfInstances(Context& context, InDomId indom) {
  const std::lock_guard lock(mutex_);
  labels_.SetContext(context);
  return labels_.OfInstances(indom);
}

Result<Timestamp> KnownMetrics::EndOf(ArchiveContext& archive) {
  const std::lock_guard lock(mutex_);
  if (end_) return *end_;
  const Result<Timestamp> end = LastSampleOf(archive);
  if (end) end_ = *end;
  return end;
}

}  // namespace fdr
