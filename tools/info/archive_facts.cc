// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/info/archive_facts.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>

#include "fdr/archive/record/result_record.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/tools/dump/record_walk.h"
#include "fdr/tools/dump/time_progress.h"
#include "fdr/tools/run/damage_report.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {
namespace {

FileFacts FactsOfFile(std::int32_t number, const std::string& path, const ProblemSink& on_problem) {
  FileFacts file;
  file.number = number;
  file.path = path;
  const Result<SourceFacts> facts = InspectSource(path);
  if (!facts) {  // The file is shown all the same.
    Report(on_problem, ProblemOf(facts.error()));
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    file.bytes = unknown ? 0 : size;
    return file;
  }
  file.bytes = facts->file_size;
  file.content_bytes = facts->content_size;
  if (facts->compression != Compression::kNone)
    file.compression = CompressionName(facts->compression);
  return file;
}

std::vector<FileFacts> FactsOfFiles(const ArchiveFiles& files, const ProblemSink& on_problem) {
  std::vector<FileFacts> facts;
  for (const VolumeFile& volume : files.volumes)
    facts.push_back(FactsOfFile(volume.number, volume.path, on_problem));
  facts.push_back(FactsOfFile(kMetadataVolume, files.metadata, on_problem));
  if (!files.index.empty()) facts.push_back(FactsOfFile(kIndexVolume, files.index, on_problem));
  return facts;
}

// Does not decompress data just to find the last record.
void FindEnd(const Archive& archive, ArchiveFacts& facts) {
  const bool compressed = !CompressionSuffix(archive.files().volumes.back().path).empty();
  if (!compressed) {
    if (const Result<Timestamp> end = archive.End()) {
      facts.end = *end;
      facts.end_source = EndSource::kLastRecord;
      return;
    }
  }
  facts.end_source = compressed ? EndSource::kNotRead : EndSource::kNoRecord;
  if (archive.index().empty()) return;
  facts.end = archive.index().back().stamp;
  facts.end_source = EndSource::kIndex;
}

// The port that the recorder has written into the first record.  Nothing if finding out would mean
// to decompress data.
std::optional<std::uint32_t> PortOfRecorder(const Archive& archive) {
  const std::optional<MetricId> port = archive.metadata().FindMetric("pmcd.pmlogger.port");
  if (!port || !CompressionSuffix(archive.files().volumes.front().path).empty())
    return std::nullopt;
  RecordCursor cursor(archive);
  ResultRecord record;
  const auto frame = cursor.Next();
  if (!frame || !*frame || !record.Decode(archive.version(), (*frame)->body)) return std::nullopt;
  for (const ValueSet& set : record.sets())
    if (set.id() == *port && set.size() > 0 && set.in_place()) return set.Word(0);
  return std::nullopt;
}

// PCP's logger always waits for questions at a port, which it writes into its archives.  fdr writes
// the same names, but has no port.
std::string WriterOf(const Archive& archive) {
  const std::int32_t pid = archive.label().pid;
  if (!archive.metadata().FindMetric("pmcd.pmlogger.archive"))
    return fmt::format("process {}", pid);
  const std::optional<std::uint32_t> port = PortOfRecorder(archive);
  return fmt::format("{}, process {}",
                     !port        ? "pmlogger or fdr"
                     : *port == 0 ? "fdr"
                                  : "pmlogger",
                     pid);
}

ExactFacts ReadAll(const Archive& archive, TimeProgress& progress, const ProblemSink& on_problem) {
  ExactFacts facts;
  const auto see = [&](const WalkedRecord& record) {
    facts.bytes += record.size;
    progress.Update(record.stamp);
    ++(record.is_mark ? facts.marks : facts.records);
    for (const ValueSet* set : record.sets) facts.values += set->size();
    if (facts.last) {
      const double gap = SecondsBetween(*facts.last, record.stamp);
      if (!facts.longest_gap || gap > facts.longest_gap->seconds)
        facts.longest_gap = {*facts.last, gap};
    }
    facts.last = record.stamp;
    return true;
  };
  const auto lose = [&](const Problem& problem) {
    facts.complete = false;
    progress.Clear();
    Report(on_problem, problem);
  };
  WalkRecords(archive, {}, {.see = see, .outside = {}, .on_problem = lose});
  for (std::size_t volume = 0; volume < archive.volume_count(); ++volume)
    facts.complete = facts.complete && !archive.WhyCutOff(volume);
  return facts;
}

// Takes the end from the records read, unless damage hides later records.
void TakeEndOf(const ExactFacts& exact, ArchiveFacts& facts) {
  if (facts.end && !exact.complete && (!exact.last || *exact.last < *facts.end)) return;
  if (exact.last) {
    facts.end = exact.last;
    facts.end_source = EndSource::kLastRecord;
  } else if (!facts.end) {
    facts.end_source = EndSource::kNoRecord;
  }
}

}  // namespace

Result<ArchiveFacts> GatherFacts(const ArchiveFiles& files, bool exact, const CommonOptions& common,
                                 const ProblemSink& on_problem) {
  OpenOptions options;
  options.source = SourceOptionsFor(common);
  options.metadata_damage = MetadataDamage::kSkip;
  options.ignore_features = true;
  options.on_problem = on_problem;
  const Result<std::unique_ptr<Archive>> opened = Archive::Open(files, std::move(options));
  if (!opened) return Fail(opened.error());
  const Archive& archive = **opened;

  ArchiveFacts facts;
  facts.base = files.base;
  facts.label = archive.label();
  Result<Zone> zone = ChooseZone(common.zone, archive.label());
  if (!zone) return Fail(zone.error());
  facts.zone = std::move(*zone);
  facts.files = FactsOfFiles(files, on_problem);
  FindEnd(archive, facts);
  const Metadata& metadata = archive.metadata();
  facts.metrics = metadata.metrics().size();
  facts.indoms = metadata.indoms().size();
  for (const InDomHistory& indom : metadata.indoms())
    facts.instances += indom.AllInstances().size();
  facts.index_entries = archive.index().size();
  facts.records = metadata.counts();
  facts.writer = WriterOf(archive);
  if (exact) {
    TimeProgress progress("Reading", facts.label.start, facts.end.value_or(facts.label.start),
                          common.quiet);
    facts.exact = ReadAll(archive, progress, on_problem);
    TakeEndOf(*facts.exact, facts);
  }
  return facts;
}

}  // namespace fdr::tools
