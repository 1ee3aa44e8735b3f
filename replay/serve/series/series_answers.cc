// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_answers.h"

#include <set>

#include "fdr/replay/serve/series/bound_query.h"
#include "fdr/replay/serve/series/matching_names.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/values/type_name.h"

namespace fdr {
namespace {

void WriteDesc(const std::string& id, const std::string& source, const std::string& pmid,
               const Desc& desc, JsonWriter& json) {
  const std::string units = ToString(desc.units);
  json.BeginObject().Key("series").String(id);
  json.Key("source").String(source);
  json.Key("pmid").String(pmid);
  json.Key("indom").String(desc.indom.IsNull() ? "none" : ToString(desc.indom));
  json.Key("semantics").String(ToString(desc.semantics));
  json.Key("type").String(ToLower(TypeName(desc.type)));
  json.Key("units").String(units.empty() ? "none" : units).EndObject();
}

// Writes the members behind the identifier.
void WriteNoDesc(JsonWriter& json) {
  json.Key("source").String("unknown").Key("pmid").String(ToString(MetricId()));
  for (const char* name : {"indom", "semantics", "type", "units"}) json.Key(name).String("unknown");
}

// As PCP's pmproxy describes expressions: they have neither source nor number.
Result<void> WriteExpressionDesc(const std::string& id, const KnownExpression& expression,
                                 const SeriesQuestion& question, JsonWriter& json) {
  const auto bound = BindAgain(expression.query, question);
  if (!bound) return Fail(bound.error());
  if (!bound->result().empty()) {
    WriteDesc(id, std::string(40, '0'), "511.0.0", bound->desc(), json);
    return {};
  }
  json.BeginObject().Key("series").String(id);
  WriteNoDesc(json);
  json.EndObject();
  return {};
}

// Begins the object of an instance.  The caller writes the name, with the result, and ends it.
StringParts BeginInstance(const std::string& id, const FoundSeries& found,
                          const SeriesInstance& instance, JsonWriter& json) {
  json.BeginObject().Key("series").String(id);
  json.Key("source").String(found.source->catalogue->source_id());
  json.Key("instance").String(instance.id).Key("id").Int(instance.instance);
  return json.Key("name").Parts(instance.name);
}

// The series that have the instances of a series or of an expression.
Result<std::vector<FoundSeries>> SeriesWithInstances(const std::string& id,
                                                     const SeriesQuestion& question) {
  std::vector<FoundSeries> all;
  if (const auto found = FindSeries(question.sources(), id)) {
    if (!found->metric->desc.indom.IsNull()) all.push_back(*found);
  } else if (const auto expression = question.expressions.Find(id)) {
    const auto bound = BindAgain(expression->query, question);
    if (!bound) return Fail(bound.error());
    for (const BoundSeries& series : bound->result())
      if (!series.node.desc.indom.IsNull()) all.push_back(series.origin);
  }
  return all;
}

Result<void> AddInstanceNames(const SeriesSource& source, MatchingNames& names) {
  std::set<InDomId> seen;
  for (const SeriesMetric& metric : source.catalogue->metrics()) {
    if (metric.desc.indom.IsNull() || !seen.insert(metric.desc.indom).second) continue;
    const auto domain = source.Domain(metric.desc.indom);
    if (!domain) return Fail(domain.error());
    if (!*domain) continue;
    for (const SeriesInstance& instance : (*domain)->instances()) names.Add(instance.name);
  }
  return {};
}

TextParts MetricsText(SeriesQuestion question) {
  std::string text;
  JsonWriter json(text);
  json.BeginArray();
  const std::vector<std::string> ids = question.ids();
  for (const std::string& id : ids) {
    const auto found = FindSeries(question.sources(), id);
    const auto expression = found ? nullptr : question.expressions.Find(id);
    if (!found && !expression) continue;
    const std::string& name = found ? found->metric->name : expression->name;
    json.BeginObject().Key("series").String(id);
    co_yield json.Key("name").Parts(name);
    json.EndObject();
    co_yield text;
  }
  json.EndArray();
  co_return text;
}

TextParts DescsText(SeriesQuestion question) {
  std::string text;
  JsonWriter json(text);
  json.BeginArray();
  const std::vector<std::string> ids = question.ids();
  for (const std::string& id : ids) {
    if (const auto found = FindSeries(question.sources(), id)) {
      const Desc& desc = found->metric->desc;
      WriteDesc(id, found->source->catalogue->source_id(), ToString(desc.id), desc, json);
    } else if (const auto expression = question.expressions.Find(id)) {
      const auto written = WriteExpressionDesc(id, *expression, question, json);
      if (!written) co_return Fail(written.error());
    } else {
      co_yield json.BeginObject().Key("series").Parts(id);  // it may be anything
      WriteNoDesc(json);
      json.EndObject();
    }
    co_yield text;
  }
  json.EndArray();
  co_return text;
}

TextParts InstancesText(SeriesQuestion question) {
  std::string text;
  JsonWriter json(text);
  json.BeginArray();
  const std::vector<std::string> ids = question.ids();
  for (const std::string& id : ids) {
    const auto series = SeriesWithInstances(id, question);
    if (!series) co_return Fail(series.error());
    for (const FoundSeries& found : *series) {
      const auto domain = found.source->Domain(found.metric->desc.indom);
      if (!domain) co_return Fail(domain.error());
      if (!*domain) continue;
      for (const SeriesInstance& instance : (*domain)->instances()) {
        co_yield BeginInstance(id, found, instance, json);
        json.EndObject();
        co_yield text;
      }
    }
  }
  json.EndArray();
  co_return text;
}

}  // namespace

Result<TextParts> AnswerMetrics(const SeriesQuestion& question) {
  if (question.request.parameters.Has("series")) return MetricsText(question);
  Result<MatchingNames> names = MatchingNames::For(question.request.parameters);
  if (!names) return Fail(names.error());
  for (const SeriesSource& source : question.sources())
    for (const SeriesMetric& metric : source.catalogue->metrics()) names->Add(metric.name);
  return std::move(*names).Text();
}

Result<TextParts> AnswerDescs(const SeriesQuestion& question) {
  if (question.request.parameters.Has("series")) return DescsText(question);
  return Fail(Errc::kInvalidArgument, "the parameter \"series\" is missing");
}

Result<TextParts> AnswerInstances(const SeriesQuestion& question) {
  if (question.request.parameters.Has("series")) return InstancesText(question);
  Result<MatchingNames> names = MatchingNames::For(question.request.parameters);
  if (!names) return Fail(names.error());
  for (const SeriesSource& source : question.sources()) {
    if (auto added = AddInstanceNames(source, *names); !added) return Fail(added.error());
    if (auto checked = question.request.CheckLimit(); !checked) return Fail(checked.error());
  }
  return std::move(*names).Text();
}

}  // namespace fdr
