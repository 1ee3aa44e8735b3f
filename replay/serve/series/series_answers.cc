// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_answers.h"

#include <set>

#include "fdr/replay/ascii.h"
#include "fdr/replay/serve/series/matching_names.h"
#include "fdr/replay/type_name.h"

namespace fdr {
namespace {

void WriteDesc(const std::string& id, const FoundSeries& found, JsonWriter& json) {
  const Desc& desc = found.metric->desc;
  const std::string units = ToString(desc.units);
  json.BeginObject().Key("series").String(id);
  json.Key("source").String(found.source->catalogue->source_id());
  json.Key("pmid").String(ToString(desc.id));
  json.Key("indom").String(desc.indom.IsNull() ? "none" : ToString(desc.indom));
  json.Key("semantics").String(ToString(desc.semantics));
  json.Key("type").String(ToLower(TypeName(desc.type)));
  json.Key("units").String(units.empty() ? "none" : units).EndObject();
}

void WriteNoDesc(const std::string& id, JsonWriter& json) {
  json.BeginObject().Key("series").String(id).Key("source").String("unknown");
  json.Key("pmid").String(ToString(MetricId()));
  for (const char* name : {"indom", "semantics", "type", "units"}) json.Key(name).String("unknown");
  json.EndObject();
}

Result<void> WriteInstances(const std::string& id, const FoundSeries& found, JsonWriter& json) {
  const auto domain = found.source->Domain(found.metric->desc.indom);
  if (!domain) return Fail(domain.error());
  if (!*domain) return {};
  for (const SeriesInstance& instance : (*domain)->instances()) {
    json.BeginObject().Key("series").String(id);
    json.Key("source").String(found.source->catalogue->source_id());
    json.Key("instance").String(instance.id).Key("id").Int(instance.instance);
    json.Key("name").String(instance.name).EndObject();
  }
  return {};
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

}  // namespace

Result<void> AnswerMetrics(const SeriesQuestion& question, JsonWriter& json) {
  if (!question.request.parameters.Has("series")) {
    Result<MatchingNames> names = MatchingNames::For(question.request.parameters);
    if (!names) return Fail(names.error());
    for (const SeriesSource& source : question.sources)
      for (const SeriesMetric& metric : source.catalogue->metrics()) names->Add(metric.name);
    names->Write(json);
    return {};
  }
  json.BeginArray();
  for (const std::string& id : question.ids()) {
    const auto found = FindSeries(question.sources, id);
    if (!found) continue;
    json.BeginObject().Key("series").String(id);
    json.Key("name").String(found->metric->name).EndObject();
  }
  json.EndArray();
  return {};
}

Result<void> AnswerDescs(const SeriesQuestion& question, JsonWriter& json) {
  if (!question.request.parameters.Has("series"))
    return Fail(Errc::kInvalidArgument, "the parameter \"series\" is missing");
  json.BeginArray();
  for (const std::string& id : question.ids()) {
    if (const auto found = FindSeries(question.sources, id))
      WriteDesc(id, *found, json);
    else
      WriteNoDesc(id, json);
  }
  json.EndArray();
  return {};
}

Result<void> AnswerInstances(const SeriesQuestion& question, JsonWriter& json) {
  if (!question.request.parameters.Has("series")) {
    Result<MatchingNames> names = MatchingNames::For(question.request.parameters);
    if (!names) return Fail(names.error());
    for (const SeriesSource& source : question.sources) {
      if (auto added = AddInstanceNames(source, *names); !added) return added;
      if (auto checked = question.request.CheckLimit(); !checked) return checked;
    }
    names->Write(json);
    return {};
  }
  json.BeginArray();
  for (const std::string& id : question.ids()) {
    const auto found = FindSeries(question.sources, id);
    if (!found || found->metric->desc.indom.IsNull()) continue;
    if (auto written = WriteInstances(id, *found, json); !written) return written;
  }
  json.EndArray();
  return {};
}

}  // namespace fdr
