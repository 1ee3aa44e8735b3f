// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/repair/repair_text.h"

#include <fmt/format.h>

#include <string_view>

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

bool IsLoss(const RepairNote& note) { return note.kind == RepairNote::Kind::kLost; }

std::string_view KindOf(const RepairedFile& file) {
  if (file.number == kMetadataVolume) return "metadata";
  return file.number == kIndexVolume ? "index" : "volume";
}

void AppendNote(const RepairNote& note, std::string& out) {
  out += IsLoss(note) ? "  lost   " : "  fixed  ";
  if (note.bytes > 0)
    out += fmt::format("{} bytes at {}: ", note.bytes, note.offset);
  else if (note.offset > 0)
    out += fmt::format("at {}: ", note.offset);
  out += Printable(note.what) + '\n';
}

void AppendNotes(const RepairedFile& file, bool quiet, std::string& out) {
  if (file.notes.empty() || (quiet && !file.lost)) return;
  out += Printable(file.path) + '\n';
  for (const RepairNote& note : file.notes)
    if (!quiet || IsLoss(note)) AppendNote(note, out);
  if (file.more_notes > 0) out += fmt::format("  ... and {} more\n", file.more_notes);
}

struct Sum {
  std::uint64_t metadata_kept = 0, metadata_dropped = 0;
  std::uint64_t records_kept = 0, records_dropped = 0;
  std::uint64_t values_kept = 0, values_dropped = 0;
  std::uint64_t records_moved = 0, places_moved = 0;
  std::uint64_t stretches = 0, bytes_lost = 0, marks = 0;
};

Sum SumOf(const RepairReport& report) {
  Sum sum;
  for (const RepairedFile& file : report.files) {
    sum.stretches += file.stretches_lost;
    sum.bytes_lost += file.bytes_lost;
    sum.marks += file.marks_inserted;
    sum.records_moved += file.records_moved;
    sum.places_moved += file.places_moved;
    sum.values_kept += file.values_kept;
    sum.values_dropped += file.values_dropped;
    const bool is_metadata = file.number == kMetadataVolume;
    (is_metadata ? sum.metadata_kept : sum.records_kept) += file.records_kept;
    (is_metadata ? sum.metadata_dropped : sum.records_dropped) += file.records_dropped;
  }
  return sum;
}

}  // namespace

void AppendText(const RepairReport& report, bool quiet, std::string& out) {
  for (const RepairedFile& file : report.files) AppendNotes(file, quiet, out);
  if (quiet) return;
  const Sum sum = SumOf(report);
  out += fmt::format("kept    {} with {}, {}\n", Count(sum.records_kept, "data record"),
                     Count(sum.values_kept, "value"), Count(sum.metadata_kept, "metadata record"));
  if (sum.records_moved > 0)
    out += fmt::format("sorted  {} in {}\n", Count(sum.records_moved, "record"),
                       Count(sum.places_moved, "place"));
  if (!report.AnythingLost()) {
    out += "lost    nothing\n";
    return;
  }
  out += fmt::format("lost    {}: {}, {}, {}\n", Count(sum.bytes_lost, "byte"),
                     Count(sum.stretches, "unreadable place"),
                     Count(sum.records_dropped, "data record"),
                     Count(sum.metadata_dropped, "metadata record"));
  out += fmt::format("        {}; {} marked\n", Count(sum.values_dropped, "readable value"),
                     Count(sum.marks, "gap"));
}

void AppendJson(const RepairReport& report, const RepairPlace& place, std::string& out) {
  JsonWriter json(out);
  json.BeginObject().Key("schema").String("fdr.repair/1");
  json.Key("in").String(place.in);
  json.Key("out");
  place.out.empty() ? json.Null() : json.String(place.out);
  json.Key("dry_run").Bool(place.dry_run);
  json.Key("version").Int(static_cast<int>(report.label.version));
  json.Key("host").String(report.label.host.view());
  json.Key("lost").Bool(report.AnythingLost());
  json.Key("files").BeginArray();
  for (const RepairedFile& file : report.files) {
    json.BeginObject().Key("path").String(file.path);
    json.Key("kind").String(KindOf(file)).Key("volume").Int(file.number);
    json.Key("bytes").UInt(file.bytes).Key("bytes_lost").UInt(file.bytes_lost);
    json.Key("stretches_lost").UInt(file.stretches_lost);
    json.Key("records_kept").UInt(file.records_kept);
    json.Key("records_dropped").UInt(file.records_dropped);
    json.Key("records_moved").UInt(file.records_moved);
    json.Key("places_moved").UInt(file.places_moved);
    json.Key("values_kept").UInt(file.values_kept);
    json.Key("values_dropped").UInt(file.values_dropped);
    json.Key("marks_inserted").UInt(file.marks_inserted);
    json.Key("notes").BeginArray();
    for (const RepairNote& note : file.notes) {
      json.BeginObject().Key("kind").String(IsLoss(note) ? "lost" : "fixed");
      json.Key("offset").UInt(note.offset).Key("bytes").UInt(note.bytes);
      json.Key("what").String(note.what).EndObject();
    }
    json.EndArray().Key("notes_omitted").UInt(file.more_notes).EndObject();
  }
  json.EndArray().EndObject();
  out += '\n';
}

}  // namespace fdr::tools
