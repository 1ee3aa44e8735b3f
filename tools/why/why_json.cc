// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/text/readable_scale.h"
#include "fdr/tools/why/why_words.h"

namespace fdr::tools {
namespace {

double UnixSeconds(Timestamp t) { return SecondsBetween({}, t); }

std::string UnitOf(const why::Amount& amount) {
  return RecordedScale({amount.units, amount.per_second, false}).unit;
}

void WriteText(const char* key, const std::string& text, JsonWriter& json) {
  json.Key(key);
  if (text.empty())
    json.Null();
  else
    json.String(text);
}

void WriteList(const char* key, const std::vector<std::string>& words, JsonWriter& json) {
  json.Key(key).BeginArray();
  for (const std::string& word : words) json.String(word);
  json.EndArray();
}

void WriteCulprit(const why::Culprit& culprit, const why::Finding& finding, JsonWriter& json) {
  json.BeginObject().Key("sentence").String(CulpritText(culprit, finding));
  json.Key("program").String(culprit.program).Key("user").String(culprit.user);
  json.Key("in_unit").String(culprit.unit).Key("started").String(culprit.started);
  json.Key("pids").BeginArray();
  for (const InstanceId pid : culprit.pids) json.Int(pid);
  json.EndArray().Key("share");
  if (culprit.share)
    json.Double(*culprit.share);
  else
    json.Null();
  json.Key("amount").Double(culprit.amount.value).Key("unit").String(UnitOf(culprit.amount));
  json.Key("through_children").Bool(culprit.through_children).EndObject();
}

void WriteEvidence(const why::Evidence& evidence, const why::Finding& finding,
                   const WhyStyle& style, JsonWriter& json) {
  json.BeginObject().Key("sentence").String(SentenceOf(evidence, finding));
  json.Key("metric").String(evidence.metric).Key("value").Double(evidence.value.value);
  json.Key("usual");
  if (evidence.usual)
    json.Double(evidence.usual->value);
  else
    json.Null();
  json.Key("unit").String(UnitOf(evidence.value));
  json.Key("command").String(CommandFor(evidence, finding, style)).EndObject();
}

void WriteFinding(const why::Finding& finding, const why::Explanation& all, const WhyStyle& style,
                  JsonWriter& json) {
  json.BeginObject().Key("cause").String(NameOf(finding.cause));
  json.Key("start").Double(UnixSeconds(finding.start));
  json.Key("end").Double(UnixSeconds(finding.end)).Key("score").Double(finding.score);
  json.Key("verdict").String(VerdictOf(finding, all, style));
  WriteText("where", finding.where, json);
  json.Key("niced").Bool(finding.niced).Key("culprits").BeginArray();
  for (const why::Culprit& culprit : finding.culprits) WriteCulprit(culprit, finding, json);
  json.EndArray().Key("evidence").BeginArray();
  for (const why::Evidence& evidence : finding.evidence)
    WriteEvidence(evidence, finding, style, json);
  json.EndArray();
  json.Key("others").String(OthersOf(finding));
  WriteList("commands", CommandsFor(finding, all, style), json);
  json.EndObject();
}

}  // namespace

std::string WhyJson(const why::Explanation& all, const WhyStyle& style) {
  std::string out;
  JsonWriter json(out);
  json.BeginObject().Key("schema").String("fdr.why/1");
  json.Key("archive").String(style.archive).Key("host").String(all.host);
  json.Key("start").Double(UnixSeconds(all.start)).Key("end").Double(UnixSeconds(all.end));
  json.Key("interval").Double(all.interval).Key("findings").BeginArray();
  for (const why::Finding& finding : all.findings) WriteFinding(finding, all, style, json);
  json.EndArray().Key("nothing_unusual").Bool(all.findings.empty());
  WriteList("looked_at", all.looked_at, json);
  WriteList("not_looked_at", all.not_looked_at, json);
  WriteList("missing", all.missing, json);
  WriteList("in_part", all.in_part, json);
  WriteList("missing_of_processes", all.missing_of_processes, json);
  json.EndObject();
  return out + '\n';
}

}  // namespace fdr::tools
