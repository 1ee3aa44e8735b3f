// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/info_text.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

#include "fdr/tools/console.h"
#include "fdr/tools/json_writer.h"
#include "fdr/tools/time_text.h"

namespace fdr::tools {
namespace {

template <class... Args>
void Line(std::string& out, std::string_view name, fmt::format_string<Args...> format,
          Args&&... args) {
  out += fmt::format("  {:<10} ", name);
  out += fmt::format(format, std::forward<Args>(args)...);
  out += '\n';
}

std::string_view SourceOfEnd(EndSource source) {
  switch (source) {
    case EndSource::kLastRecord:
      return "last record";
    case EndSource::kIndex:
      return "last index entry; --exact reads the data";
    case EndSource::kUnknown:
      break;
  }
  return "unknown";
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
  const Version version = facts.label.version;
  Line(out, "start", "{}", HumanTime(facts.label.start, facts.zone, version));
  if (!facts.end) {
    Line(out, "end", "unknown (no index, and the data is not read without --exact)");
    return;
  }
  Line(out, "end", "{} ({})", HumanTime(*facts.end, facts.zone, version),
       SourceOfEnd(facts.end_source));
  Line(out, "span", "{}", HumanDuration(SecondsBetween(facts.label.start, *facts.end)));
}

void AppendExact(const ArchiveFacts& facts, std::string& out) {
  const ExactFacts& exact = *facts.exact;
  Line(out, "records", "{} and {} mark{}, {} values", exact.records, exact.marks,
       exact.marks == 1 ? "" : "s", exact.values);
  Line(out, "gap", "{} at most, from {}", HumanDuration(exact.longest_gap),
       HumanTime(exact.longest_gap_start, facts.zone, facts.label.version));
  if (!exact.complete) Line(out, "damage", "the data could not be read to its end; see fdr check");
}

}  // namespace

void AppendText(const ArchiveFacts& facts, std::string& out) {
  out += facts.base + '\n';
  Line(out, "host", "{}", facts.label.host.view());
  Line(out, "version", "{}", static_cast<int>(facts.label.version));
  Line(out, "zone", "{}{}{}", facts.label.timezone.view(),
       facts.label.zoneinfo.view().empty() ? "" : ", ", facts.label.zoneinfo.view());
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
  json.Key("version").Int(static_cast<int>(facts.label.version));
  json.Key("host").String(facts.label.host.view());
  json.Key("timezone").String(facts.label.timezone.view());
  json.Key("zoneinfo").String(facts.label.zoneinfo.view());
  json.Key("features").UInt(facts.label.features);
  json.Key("pid").Int(facts.label.pid).Key("writer").String(facts.writer);
  json.Key("start").String(Rfc3339(facts.label.start, facts.zone));
  json.Key("end");
  facts.end ? json.String(Rfc3339(*facts.end, facts.zone)) : json.Null();
  constexpr std::string_view kSources[] = {"record", "index", "unknown"};
  json.Key("end_from").String(kSources[static_cast<std::size_t>(facts.end_source)]);
  json.Key("metrics")
      .UInt(facts.metrics)
      .Key("indoms")
      .UInt(facts.indoms)
      .Key("instances")
      .UInt(facts.instances);
  json.Key("metadata_records").BeginObject();
  json.Key("desc").UInt(facts.records.descs).Key("indom").UInt(facts.records.indoms);
  json.Key("indom_delta")
      .UInt(facts.records.indom_deltas)
      .Key("labelset")
      .UInt(facts.records.labelsets);
  json.Key("text").UInt(facts.records.texts).EndObject();
  json.Key("index_entries").UInt(facts.index_entries);
  json.Key("files").BeginArray();
  for (const FileFacts& file : facts.files) {
    json.BeginObject()
        .Key("volume")
        .Int(file.number)
        .Key("path")
        .String(file.path)
        .Key("bytes")
        .UInt(file.bytes);
    json.Key("compression");
    file.compression.empty() ? json.Null() : json.String(file.compression);
    json.Key("content_bytes");
    file.content_bytes ? json.UInt(*file.content_bytes) : json.Null();
    json.EndObject();
  }
  json.EndArray();
  if (facts.exact) {
    const ExactFacts& exact = *facts.exact;
    json.Key("exact")
        .BeginObject()
        .Key("records")
        .UInt(exact.records)
        .Key("marks")
        .UInt(exact.marks);
    json.Key("values").UInt(exact.values).Key("bytes").UInt(exact.bytes);
    json.Key("longest_gap_seconds").Double(exact.longest_gap);
    json.Key("longest_gap_start").String(Rfc3339(exact.longest_gap_start, facts.zone));
    json.Key("complete").Bool(exact.complete).EndObject();
  }
  json.EndObject();
}

}  // namespace fdr::tools
