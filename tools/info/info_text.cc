// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/info/info_text.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

template <class... Args>
void Line(std::string& out, std::string_view name, fmt::format_string<Args...> format,
          Args&&... args) {
  out += fmt::format("  {:<10} ", name);
  out += fmt::format(format, std::forward<Args>(args)...);
  out += '\n';
}

// The text after the end of the time span, or instead of it.
std::string_view SourceOfEnd(const ArchiveFacts& facts) {
  switch (facts.end_source) {
    case EndSource::kLastRecord:
      return "last record";
    case EndSource::kIndex:
      return facts.exact ? "last index entry" : "last index entry; --exact reads the data";
    case EndSource::kNotRead:
      return "no index, and compressed data is not read without --exact";
    case EndSource::kNoRecord:
      break;
  }
  return "no record tells it";
}

std::string FileKind(const FileFacts& file) {
  if (file.number == kMetadataVolume) return "metadata";
  if (file.number == kIndexVolume) return "index";
  return fmt::format("volume {}", file.number);
}

std::string SizeOf(const FileFacts& file) {
  std::string text = HumanSize(file.bytes);
  if (file.compression.empty()) return text;
  text += ", " + file.compression;
  if (file.content_bytes && file.bytes > 0)
    text += fmt::format(" of {} ({:.1f}:1)", HumanSize(*file.content_bytes),
                        static_cast<double>(*file.content_bytes) / static_cast<double>(file.bytes));
  return text;
}

void AppendSpan(const ArchiveFacts& facts, std::string& out) {
  Line(out, "start", "{}", DateText(facts.label.start, facts.zone));
  if (!facts.end) {
    Line(out, "end", "unknown ({})", SourceOfEnd(facts));
    return;
  }
  Line(out, "end", "{} ({})", DateText(*facts.end, facts.zone), SourceOfEnd(facts));
  Line(out, "span", "{}", HumanDuration(SecondsBetween(facts.label.start, *facts.end)));
}

void AppendExact(const ArchiveFacts& facts, std::string& out) {
  const ExactFacts& exact = *facts.exact;
  Line(out, "records", "{} and {}, {}", exact.records, Count(exact.marks, "mark"),
       Count(exact.values, "value"));
  if (exact.longest_gap)
    Line(out, "gap", "{} at most, from {}", HumanDuration(exact.longest_gap->seconds),
         DateText(exact.longest_gap->start, facts.zone));
  if (!exact.complete) Line(out, "damage", "not all data could be read; see fdr check");
}

// The value of `end_from`.
std::string_view NameOf(EndSource source) {
  switch (source) {
    case EndSource::kLastRecord:
      return "record";
    case EndSource::kIndex:
      return "index";
    case EndSource::kNotRead:
    case EndSource::kNoRecord:
      break;
  }
  return "unknown";
}

void WriteLabel(const LabelRecord& label, JsonWriter& json) {
  json.Key("version").Int(static_cast<int>(label.version));
  json.Key("host").String(label.host.view());
  json.Key("timezone").String(label.timezone.view());
  json.Key("zoneinfo").String(label.zoneinfo.view());
  json.Key("features").UInt(label.features).Key("pid").Int(label.pid);
}

void WriteSpan(const ArchiveFacts& facts, JsonWriter& json) {
  json.Key("start").String(Rfc3339(facts.label.start, facts.zone)).Key("end");
  facts.end ? json.String(Rfc3339(*facts.end, facts.zone)) : json.Null();
  json.Key("end_from").String(NameOf(facts.end_source));
}

void WriteCounts(const MetadataCounts& records, JsonWriter& json) {
  json.BeginObject().Key("desc").UInt(records.descs).Key("indom").UInt(records.indoms);
  json.Key("indom_delta").UInt(records.indom_deltas).Key("labelset").UInt(records.labelsets);
  json.Key("text").UInt(records.texts).EndObject();
}

void WriteFile(const FileFacts& file, JsonWriter& json) {
  json.BeginObject().Key("volume").Int(file.number).Key("path").String(file.path);
  json.Key("bytes").UInt(file.bytes).Key("compression");
  file.compression.empty() ? json.Null() : json.String(file.compression);
  json.Key("content_bytes");
  file.content_bytes ? json.UInt(*file.content_bytes) : json.Null();
  json.EndObject();
}

void WriteExact(const ExactFacts& exact, const Zone& zone, JsonWriter& json) {
  const std::optional<Gap>& gap = exact.longest_gap;
  json.BeginObject().Key("records").UInt(exact.records).Key("marks").UInt(exact.marks);
  json.Key("values").UInt(exact.values).Key("bytes").UInt(exact.bytes);
  json.Key("longest_gap_seconds");
  gap ? json.Double(gap->seconds) : json.Null();
  json.Key("longest_gap_start");
  gap ? json.String(Rfc3339(gap->start, zone)) : json.Null();
  json.Key("complete").Bool(exact.complete).EndObject();
}

}  // namespace

void AppendText(const ArchiveFacts& facts, std::string& out) {
  out += Printable(facts.base) + '\n';
  Line(out, "host", "{}", Printable(facts.label.host.view()));
  Line(out, "version", "{}", static_cast<int>(facts.label.version));
  Line(out, "zone", "{}{}{}", Printable(facts.label.timezone.view()),
       facts.label.zoneinfo.view().empty() ? "" : ", ", Printable(facts.label.zoneinfo.view()));
  if (const std::uint32_t unknown = facts.label.UnknownFeatures(); unknown != 0)
    Line(out, "features", "{:#x}, which fdr does not know", unknown);
  AppendSpan(facts, out);
  Line(out, "metrics", "{} ({} help texts, {} label sets)", facts.metrics, facts.records.texts,
       facts.records.labelsets);
  Line(out, "domains", "{} with {} instances over all time ({} full and {} delta records)",
       facts.indoms, facts.instances, facts.records.indoms, facts.records.indom_deltas);
  if (facts.exact) AppendExact(facts, out);
  for (const FileFacts& file : facts.files) Line(out, FileKind(file), "{}", SizeOf(file));
  Line(out, "writer", "{}", facts.writer);
}

void AppendJson(const ArchiveFacts& facts, std::string& out) {
  JsonWriter json(out);
  json.BeginObject().Key("base").String(facts.base);
  WriteLabel(facts.label, json);
  json.Key("writer").String(facts.writer);
  WriteSpan(facts, json);
  json.Key("metrics").UInt(facts.metrics).Key("indoms").UInt(facts.indoms);
  json.Key("instances").UInt(facts.instances).Key("metadata_records");
  WriteCounts(facts.records, json);
  json.Key("index_entries").UInt(facts.index_entries);
  json.Key("files").BeginArray();
  for (const FileFacts& file : facts.files) WriteFile(file, json);
  json.EndArray();
  if (facts.exact) WriteExact(*facts.exact, facts.zone, json.Key("exact"));
  json.EndObject();
}

}  // namespace fdr::tools
