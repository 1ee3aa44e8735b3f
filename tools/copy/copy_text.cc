// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/copy_text.h"

#include <fmt/format.h>

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/copy/scrub_text.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

void AppendCount(std::string_view key, const std::optional<std::uint64_t>& count,
                 JsonWriter& json) {
  json.Key(key);
  count ? json.UInt(*count) : json.Null();
}

}  // namespace

std::string CopyLine(const CopyFacts& facts, const Zone& zone) {
  const char* const what = facts.in_place ? (facts.dry_run ? "would replace" : "replaced")
                                          : (facts.dry_run ? "would write" : "wrote");
  std::string line = fmt::format("{} {}: ", what, Printable(facts.out));
  if (facts.records) line += Count(*facts.records, "record") + ", ";
  if (facts.marks.value_or(0) > 0) line += Count(*facts.marks, "mark") + ", ";
  line += fmt::format("{} to {}, ", DateText(facts.start, zone), DateText(facts.end, zone));
  line += facts.metrics >= facts.metrics_before
              ? Count(facts.metrics, "metric")
              : fmt::format("{} of {}", facts.metrics, Count(facts.metrics_before, "metric"));
  if (facts.statistics > 0) line += fmt::format(" with {} statistics", facts.statistics);
  line += ", " + HumanSize(facts.bytes);
  if (facts.rewritten && facts.rewritten->changed > 0)
    line += fmt::format(", {} changed", Count(facts.rewritten->changed, "record"));
  if (facts.rewritten && facts.rewritten->moved > 0) line += " and moved in time";
  if (facts.repeated > 0)
    line += fmt::format(", without {} that several archives have", Count(facts.repeated, "record"));
  if (facts.is_whole)
    line += ", the files as they are";
  else
    line += fmt::format(" (of {})", HumanSize(facts.bytes_before));
  return line + '\n';
}

std::string LossLines(const RewriteReport& report) {
  std::string lines;
  if (report.clamped > 0)
    lines += fmt::format("{} did not fit into the new type, and became the nearest that does\n",
                         Count(report.clamped, "value"));
  if (report.rounded > 0)
    lines += fmt::format("{} lost a fraction or digits in the new type\n",
                         Count(report.rounded, "value"));
  return lines;
}

std::string LoweredLine(const LoweredVersion& lowered) {
  std::vector<std::string> losses;
  if (lowered.stamps > 0)
    losses.push_back(fmt::format("{} lost {} nanoseconds", Count(lowered.stamps, "stamp"),
                                 lowered.stamps == 1 ? "its" : "their"));
  if (!lowered.zoneinfo.empty())
    losses.push_back("the label lost its zone " + Printable(lowered.zoneinfo));
  if (lowered.features != 0)
    losses.push_back(fmt::format("the label lost its features {:#x}", lowered.features));
  if (lowered.has_full_domains)
    losses.emplace_back("domains have full records in the place of differences");
  return losses.empty() ? "" : fmt::format("version 2: {}\n", fmt::join(losses, "; "));
}

std::string ConflictLines(const CopyFacts& facts) {
  std::string lines;
  for (const MetadataConflict& conflict : facts.conflicts)
    lines += Printable(fmt::format("{}: {} {} in {}, {} in {}", conflict.metric, conflict.what,
                                   conflict.before, conflict.archive_before, conflict.now,
                                   conflict.archive_now)) +
             '\n';
  if (facts.more_conflicts > 0) lines += fmt::format("... and {} more\n", facts.more_conflicts);
  return lines;
}

void AppendJson(const CopyFacts& facts, const Zone& zone, std::string& out) {
  JsonWriter json(out);
  json.BeginObject().Key("schema").String("fdr.copy/1");
  json.Key("in").BeginArray();
  for (const std::string& name : facts.in) json.String(name);
  json.EndArray().Key("out").String(facts.out);
  json.Key("written").Bool(!facts.dry_run && facts.conflicts.empty());
  json.Key("whole").Bool(facts.is_whole);
  AppendCount("records", facts.records, json);
  AppendCount("marks", facts.marks, json);
  json.Key("repeated").UInt(facts.repeated);
  json.Key("start").String(Rfc3339(facts.start, zone));
  json.Key("end").String(Rfc3339(facts.end, zone));
  json.Key("metrics").UInt(facts.metrics).Key("metrics_before").UInt(facts.metrics_before);
  json.Key("statistics").UInt(facts.statistics);
  const RewriteReport rewritten = facts.rewritten.value_or(RewriteReport());
  json.Key("changed").UInt(rewritten.changed).Key("moved").UInt(rewritten.moved);
  json.Key("clamped").UInt(rewritten.clamped).Key("rounded").UInt(rewritten.rounded);
  json.Key("lowered");
  if (facts.lowered)
    json.BeginObject()
        .Key("stamps")
        .UInt(facts.lowered->stamps)
        .Key("zoneinfo")
        .String(facts.lowered->zoneinfo)
        .Key("features")
        .UInt(facts.lowered->features)
        .Key("full_domains")
        .Bool(facts.lowered->has_full_domains)
        .EndObject();
  else
    json.Null();
  json.Key("bytes").UInt(facts.bytes).Key("bytes_before").UInt(facts.bytes_before);
  json.Key("scrub");
  if (facts.scrub)
    AppendJson(*facts.scrub, json);
  else
    json.Null();
  json.Key("settled").BeginArray();
  for (const std::string& name : facts.settled) json.String(name);
  json.EndArray();
  json.Key("conflicts").BeginArray();
  for (const MetadataConflict& conflict : facts.conflicts) {
    json.BeginObject().Key("metric").String(conflict.metric).Key("what").String(conflict.what);
    json.Key("before").String(conflict.before).Key("now").String(conflict.now);
    json.Key("archive_before").String(conflict.archive_before);
    json.Key("archive_now").String(conflict.archive_now).EndObject();
  }
  json.EndArray().Key("more_conflicts").UInt(facts.more_conflicts).EndObject();
  out += '\n';
}

}  // namespace fdr::tools
