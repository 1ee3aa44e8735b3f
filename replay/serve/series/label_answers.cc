// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The answers of /series/labels and /series/sources.

#include <map>
#include <optional>
#include <set>

#include "fdr/archive/metadata/metric_labels.h"
#include "fdr/replay/serve/series/bound_query.h"
#include "fdr/replay/serve/series/matching_names.h"
#include "fdr/replay/serve/series/series_answers.h"

namespace fdr {
namespace {

// The values of labels as JSON, by name.
using LabelValues = std::map<std::string, std::set<std::string>, std::less<>>;

void WriteLabels(const std::string& id, std::string_view labels, JsonWriter& json) {
  json.BeginObject().Key("series").String(id);
  json.Key("labels").Raw(labels.empty() ? "{}" : labels).EndObject();
}

// The one series of an expression without instances.
Result<std::optional<FoundSeries>> OnlySeries(const KnownExpression& expression,
                                              const SeriesQuestion& question) {
  const auto bound = BindAgain(expression.query, question);
  if (!bound) return Fail(bound.error());
  if (bound->result().size() != 1) return std::nullopt;
  const BoundSeries& only = bound->result().front();
  return only.node.desc.indom.IsNull() ? std::optional(only.origin) : std::nullopt;
}

// The labels of a singular metric, or of an instance.  A metric with instances has none of its own.
Result<void> WriteLabelsOf(const std::string& id, const SeriesQuestion& question,
                           JsonWriter& json) {
  if (const auto found = FindSeries(question.sources(), id)) {
    if (found->metric->desc.indom.IsNull()) WriteLabels(id, *found->metric->labels, json);
    return {};
  }
  if (const auto expression = question.expressions.Find(id)) {
    const auto only = OnlySeries(*expression, question);
    if (!only) return Fail(only.error());
    if (*only) WriteLabels(id, *(*only)->metric->labels, json);
    return {};
  }
  for (const SeriesSource& source : question.sources()) {
    if (auto checked = question.request.CheckLimit(); !checked) return checked;
    const auto domain = source.DomainOf(id);
    if (!domain) return Fail(domain.error());
    if (!*domain) continue;
    WriteLabels(id, (*domain)->labels().Of((*domain)->Find(id)->instance), json);
    return {};
  }
  return {};
}

void AddLabels(std::string_view json, LabelValues& values) {
  for (const MetricLabel& label : LabelsIn({.json = json, .entries = {}}, LabelLevel::kItem))
    values[label.name].emplace(label.value);
}

Result<void> AddLabelsOf(const SeriesSource& source, LabelValues& values) {
  std::set<std::shared_ptr<const std::string>> texts;
  std::set<InDomId> indoms;
  AddLabels(source.catalogue->labels(), values);
  for (const SeriesMetric& metric : source.catalogue->metrics()) {
    if (texts.insert(metric.labels).second) AddLabels(*metric.labels, values);
    if (metric.desc.indom.IsNull() || !indoms.insert(metric.desc.indom).second) continue;
    const auto domain = source.Domain(metric.desc.indom);
    if (!domain) return Fail(domain.error());
    if (!*domain) continue;
    for (const SeriesInstance& instance : (*domain)->instances())
      if (const OwnedLabelSet* own = (*domain)->labels().OwnOf(instance.instance))
        AddLabels(own->json, values);
  }
  return {};
}

TextParts ValuesText(std::vector<std::string> names, LabelValues values) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject();
  for (const std::string& name : names) {
    const auto found = values.find(name);
    if (found == values.end()) continue;
    json.Key(name).BeginArray();
    for (const std::string& value : found->second) {
      json.Raw(value);
      co_yield text;
    }
    json.EndArray();
  }
  json.EndObject();
  co_return text;
}

TextParts LabelsText(SeriesQuestion question) {
  std::string text;
  JsonWriter json(text);
  json.BeginArray();
  const std::vector<std::string> ids = question.ids();
  for (const std::string& id : ids) {
    const auto written = WriteLabelsOf(id, question, json);
    if (!written) co_return Fail(written.error());
    co_yield text;
  }
  json.EndArray();
  co_return text;
}

void WriteSource(const std::string& id, std::string_view name, JsonWriter& json) {
  json.BeginObject().Key("source").String(id).Key("name").String(name).EndObject();
}

TextParts SourcesText(SeriesQuestion question) {
  std::string text;
  JsonWriter json(text);
  json.BeginArray();
  const std::vector<std::string> ids = question.request.parameters.List("source");
  for (const std::string& id : ids)
    for (const SeriesSource& source : question.sources()) {
      if (source.catalogue->source_id() != id) continue;
      WriteSource(id, source.source->id(), json);
      if (source.catalogue->host() != source.source->id())
        WriteSource(id, source.catalogue->host(), json);
      co_yield text;
    }
  json.EndArray();
  co_return text;
}

}  // namespace

Result<TextParts> AnswerLabels(const SeriesQuestion& question) {
  const Parameters& parameters = question.request.parameters;
  if (parameters.Has("series")) return LabelsText(question);
  Result<MatchingNames> names = MatchingNames::For(parameters);
  if (!names) return Fail(names.error());
  LabelValues values;
  for (const SeriesSource& source : question.sources()) {
    if (auto added = AddLabelsOf(source, values); !added) return Fail(added.error());
    if (auto checked = question.request.CheckLimit(); !checked) return Fail(checked.error());
  }
  std::vector<std::string> wanted = parameters.List("names");
  for (std::string& name : parameters.List("name")) wanted.push_back(std::move(name));
  if (parameters.Has("names") || parameters.Has("name"))
    return ValuesText(std::move(wanted), std::move(values));
  for (const auto& [name, texts] : values) names->Add(name);
  return std::move(*names).Text();
}

Result<TextParts> AnswerSources(const SeriesQuestion& question) {
  const Parameters& parameters = question.request.parameters;
  if (parameters.Has("source")) return SourcesText(question);
  if (!parameters.Has("match"))
    return Fail(Errc::kInvalidArgument, "the parameter \"match\" or \"source\" is missing");
  Result<MatchingNames> names = MatchingNames::For(parameters);
  if (!names) return Fail(names.error());
  for (const SeriesSource& source : question.sources()) {
    names->Add(source.source->id());
    names->Add(source.catalogue->host());
  }
  return std::move(*names).Text();
}

}  // namespace fdr
