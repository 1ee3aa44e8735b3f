// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The answers of an agent, for programs: fdr-agent(1) names the members.

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/agent/answer.h"

namespace fdr::tools {
namespace {

void WriteParts(const NamesAnswer& answer, JsonWriter& json) {
  json.Key("names").BeginArray();
  for (const NamesAnswer::Name& one : answer.names) {
    json.BeginObject().Key("name").String(one.name);
    if (one.id)
      json.Key("id").String(ToString(*one.id));
    else
      json.Key("error").String(one.id.error().Message());
    json.EndObject();
  }
  json.EndArray();
}

void WriteParts(const ChildrenAnswer& answer, JsonWriter& json) {
  json.Key("children").BeginArray();
  for (const NameChild& child : answer.children)
    json.BeginObject().Key("name").String(child.name).Key("leaf").Bool(child.is_leaf).EndObject();
  json.EndArray();
}

void WriteParts(const DescAnswer& answer, JsonWriter& json) {
  const Desc& desc = answer.desc;
  json.Key("metric").String(answer.metric).Key("id").String(ToString(desc.id));
  json.Key("type").String(ToString(desc.type)).Key("semantics").String(ToString(desc.semantics));
  json.Key("units").String(ToString(desc.units));
  if (!desc.indom.IsNull()) json.Key("indom").String(ToString(desc.indom));
}

void WriteParts(const ValuesAnswer& answer, JsonWriter& json) {
  json.Key("metrics").BeginArray();
  for (const ValuesAnswer::Metric& metric : answer.metrics) {
    json.BeginObject().Key("metric").String(metric.name);
    if (!metric.error.empty()) json.Key("error").String(metric.error);
    json.Key("values").BeginArray();
    for (const ValuesAnswer::Value& value : metric.values) {
      json.BeginObject();
      if (value.id != kSingular)
        json.Key("id").Int(value.id).Key("instance").String(value.instance);
      json.Key("value");
      WriteJson(value.cell, json);
      if (!value.mistake.empty()) json.Key("error").String(value.mistake);
      json.EndObject();
    }
    json.EndArray().EndObject();
  }
  json.EndArray();
}

void WriteParts(const InstancesAnswer& answer, JsonWriter& json) {
  json.Key("indom").String(ToString(answer.indom)).Key("instances").BeginArray();
  for (const NamedInstance& instance : answer.instances)
    json.BeginObject().Key("id").Int(instance.id).Key("name").String(instance.name).EndObject();
  json.EndArray();
}

void WriteParts(const TextsAnswer& answer, JsonWriter& json) {
  if (answer.one_line) json.Key("oneline").String(*answer.one_line);
  if (answer.help) json.Key("help").String(*answer.help);
}

// The agent's JSON may be wrong, so it is a text here.
void WriteParts(const LabelsAnswer& answer, JsonWriter& json) {
  json.Key("labels").BeginArray();
  for (const OwnedLabelSet& set : answer.sets) {
    json.BeginObject();
    if (set.instance != kSingular) json.Key("id").Int(set.instance);
    json.Key("json").String(set.json).EndObject();
  }
  json.EndArray();
}

void WriteParts(const StatusAnswer& answer, JsonWriter& json) {
  json.Key("agent").String(answer.facts.label).Key("domain").UInt(answer.facts.domain);
  json.Key("answers").Bool(answer.facts.status == 0).Key("client").UInt(answer.client);
  json.Key("profile").BeginObject().Key("others").Bool(answer.includes_others);
  json.Key("indoms").BeginArray();
  for (const auto& [indom, rule] : answer.rules) {
    json.BeginObject().Key("indom").String(ToString(indom)).Key("included").Bool(rule.included);
    json.Key("exceptions").BeginArray();
    for (const InstanceId id : rule.exceptions) json.Int(id);
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
}

void WriteParts(const DoneAnswer& answer, JsonWriter& json) {
  json.Key("message").String(answer.what);
}

}  // namespace

void WriteAnswer(const Answer& answer, JsonWriter& json) {
  std::visit([&](const auto& one) { WriteParts(one, json); }, answer);
}

}  // namespace fdr::tools
