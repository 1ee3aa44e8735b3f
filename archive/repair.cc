// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/archive_mode.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/no_files.h"
#include "fdr/archive/files/staged_files.h"
#include "fdr/archive/metadata/temporal_index.h"
#include "fdr/archive/repair/desc_fault.h"
#include "fdr/archive/repair/label_consensus.h"
#include "fdr/archive/repair/repair_data.h"
#include "fdr/archive/repair/repair_metadata.h"
#include "fdr/archive/salvage/metadata_judge.h"
#include "fdr/archive/write/index_writer.h"

namespace fdr {
namespace {

// The label as stored in a file, if it can be decoded.
struct StoredLabel {
  std::int32_t number = 0;
  std::optional<LabelRecord> label;
};

class Repair {
 public:
  Repair(ArchiveFiles damaged, std::string out, const RepairOptions& options, FileSystem& files)
      : damaged_(std::move(damaged)), out_(std::move(out)), options_(options), files_(files) {}

  Result<RepairReport> Run();

 private:
  void ReadLabels();
  void ReadLabelOf(const std::string& path, std::int32_t number);
  void ReadIndex();
  Result<void> ReadMetrics();
  Result<LabelRecord> AgreeOnLabel() const;
  Result<LabelRecord> GuessLabel() const;
  MendedLabel Mended(std::int32_t number, const DataTimes& times) const;
  Result<void> Write(const DataTimes& times, ByteSink metadata, FileSystem& files);
  Result<DataTimes> AgreeOnTimes();
  Result<RepairedMetadata> WriteMetadata(const DataTimes& times, ByteSink sink,
                                         RepairedFile& file) const;
  RepairedFile ReportOnIndex() const;

  ArchiveFiles damaged_;
  std::string out_;
  const RepairOptions& options_;
  FileSystem& files_;
  std::vector<StoredLabel> labels_;  // volumes, metadata, index
  std::optional<Error> unsupported_;
  Result<TemporalIndex> index_ = Fail(Errc::kMissingFile, "The index was missing");
  std::uint64_t index_size_ = 0;
  DamagedData data_;
  bool has_sound_metadata_ = false;  // as far as their frames tell
  RepairReport report_;
};

void Repair::ReadLabelOf(const std::string& path, std::int32_t number) {
  labels_.push_back({.number = number, .label = {}});
  const Result<ByteBuffer> start = DecodePrefix(path, LabelSize(Version::k3));
  if (!start) return;  // a later reader of the file reports the error
  Result<LabelRecord> label = LabelRecord::Decode(*start, path);
  if (label)
    labels_.back().label = std::move(*label);
  else if (label.error().code == Errc::kUnsupportedVersion)
    unsupported_ = label.error();
}

void Repair::ReadLabels() {
  for (const VolumeFile& volume : damaged_.volumes) ReadLabelOf(volume.path, volume.number);
  ReadLabelOf(damaged_.metadata, kMetadataVolume);
  if (!damaged_.index.empty()) ReadLabelOf(damaged_.index, kIndexVolume);
}

void Repair::ReadIndex() {
  if (damaged_.index.empty()) return;
  const auto source = OpenToLoad(damaged_.index, options_.source);
  if (source) index_size_ = (*source)->size();
  index_ = source ? ReadTemporalIndex(**source) : Fail(source.error());
  if (index_) data_.index = index_->entries;
}

// The known metrics help to tell records from other bytes.
Result<void> Repair::ReadMetrics() {
  const auto source = OpenDamaged(damaged_.metadata, options_.source);
  if (!source) return Fail(source.error());
  has_sound_metadata_ =
      source->broken.empty() && std::ranges::any_of(labels_, [](const StoredLabel& read) {
        return read.number == kMetadataVolume && read.label;
      });
  MetadataJudge judge;
  RecordSalvager salvager(*source->content, data_.label.size(), true, judge);
  bool has_record = false;
  while (true) {
    const auto item = salvager.Next();
    if (!item) return Fail(item.error());
    if (!*item) break;
    const auto* const salvaged = std::get_if<SalvagedRecord>(&**item);
    has_record |= salvaged != nullptr;
    has_sound_metadata_ &= salvaged != nullptr && !salvaged->mended;
    if (salvaged == nullptr) continue;
    const Result<MetadataRecord> record = DecodeMetadata(salvaged->frame.body);
    const auto* const metric = record ? std::get_if<DescRecord>(&*record) : nullptr;
    if (metric != nullptr && FaultOf(*metric).empty())
      data_.metrics.try_emplace(metric->desc.id, metric->desc);
  }
  if (!has_record && !source->broken.empty())
    return Fail(Errc::kCompression, source->broken, damaged_.metadata);
  return {};
}

// Makes a label for an archive without any readable one.
Result<LabelRecord> Repair::GuessLabel() const {
  if (unsupported_) return Fail(*unsupported_);
  for (const VolumeFile& volume : damaged_.volumes) {
    const auto source = OpenDamaged(volume.path, options_.source);
    if (!source && source.error().code == Errc::kCompression) continue;
    if (!source) return Fail(source.error());
    const Result<std::optional<Version>> version = GuessVersion(*source->content);
    if (!version) return Fail(version.error());
    if (*version) return UnknownLabel(**version);
  }
  return Fail(Errc::kBadLabel, "No label, and no data record that would tell the version",
              damaged_.base);
}

Result<LabelRecord> Repair::AgreeOnLabel() const {
  std::vector<LabelRecord> readable;
  for (const StoredLabel& read : labels_)
    if (read.label) readable.push_back(*read.label);
  std::optional<LabelRecord> consensus = LabelConsensus(readable);
  if (!consensus) return GuessLabel();
  if (consensus->UnknownFeatures() != 0)
    return Fail(Errc::kUnsupportedFeature,
                fmt::format("The archive has features that are not known: {:#x}",
                            consensus->UnknownFeatures()),
                damaged_.base);
  return *consensus;
}

MendedLabel Repair::Mended(std::int32_t number, const DataTimes& times) const {
  std::optional<LabelRecord> read;
  for (const StoredLabel& candidate : labels_)
    if (candidate.number == number) read = candidate.label;
  MendedLabel mended = MendLabel(read, data_.label, number);
  if (mended.label.start != times.start && mended.change.empty())
    mended.change = "The label's start contradicted the data";
  mended.label.start = times.start;
  return mended;
}

Result<RepairedMetadata> Repair::WriteMetadata(const DataTimes& times, ByteSink sink,
                                               RepairedFile& file) const {
  const auto source = OpenDamaged(damaged_.metadata, options_.source);
  if (!source) return Fail(source.error());
  const std::uint64_t size = source->content->size();
  file = {.path = damaged_.metadata, .number = kMetadataVolume, .bytes = size};
  Result<RepairedMetadata> repaired = RepairMetadata(
      *source->content, Mended(kMetadataVolume, times), times.end, options_.keep_going, sink, file);
  if (!repaired) return repaired;
  if (!source->broken.empty()) file.Lose(size, 0, source->broken);
  if (auto closed = SyncAndClose(sink); !closed) return Fail(closed.error());
  return repaired;
}

// The kept metrics depend on the times of the archive.  The times depend on the kept records, and a
// record needs a kept metric.  So this repeats until both agree.  Only where metadata are damaged
// may the kept metrics be others than those that ReadMetrics() found.
Result<DataTimes> Repair::AgreeOnTimes() {
  constexpr int kMostRounds = 3;
  for (int round = 1;; ++round) {
    Result<DataTimes> times = SurveyData(data_);
    if (!times || has_sound_metadata_ || round == kMostRounds) return times;
    NoFiles no_files;
    Result<ByteSink> nowhere = ByteSink::Create(no_files, out_ + ".meta");
    if (!nowhere) return Fail(nowhere.error());
    RepairedFile unused;
    Result<RepairedMetadata> metadata = WriteMetadata(*times, std::move(*nowhere), unused);
    if (!metadata) return Fail(metadata.error());
    if (metadata->metrics == data_.metrics) return times;
    data_.metrics = std::move(metadata->metrics);
  }
}

// The index is always rebuilt, so that nothing in it is ever lost, and none of its faults is an
// error.
RepairedFile Repair::ReportOnIndex() const {
  RepairedFile file{.path = damaged_.index, .number = kIndexVolume};
  if (damaged_.index.empty()) {
    file.path = damaged_.base + ".index";
  }
  file.bytes = index_size_;
  if (!index_)
    file.Fix(0, file.bytes, index_.error().what);
  else if (index_->partial_bytes > 0)
    file.Fix(file.bytes - index_->partial_bytes, index_->partial_bytes, "An entry was torn");
  return file;
}

Result<void> Repair::Write(const DataTimes& times, ByteSink sink, FileSystem& files) {
  RepairedFile& file = report_.files.emplace_back();
  const Result<RepairedMetadata> metadata = WriteMetadata(times, std::move(sink), file);
  if (!metadata) return Fail(metadata.error());
  Result<ByteSink> index_sink = ByteSink::Create(files, out_ + ".index");
  if (!index_sink) return Fail(index_sink.error());
  IndexWriter index(std::move(*index_sink));
  const MendedLabel index_label = Mended(kIndexVolume, times);
  report_.label = index_label.label;
  if (auto started = index.Start(index_label.label); !started) return started;
  const DataTarget target{
      .base = out_, .files = files, .index = index, .dry_run = options_.dry_run};
  if (auto done = RepairData(data_, times, *metadata, target, report_); !done) return done;
  if (auto synced = index.Sync(); !synced) return synced;
  return index.Close();
}

Result<RepairReport> Repair::Run() {
  ReadLabels();
  Result<LabelRecord> label = AgreeOnLabel();
  if (!label) return Fail(label.error());
  data_ = {.base = damaged_.base,
           .volumes = {},
           .label = std::move(*label),
           .index = {},
           .metrics = {},
           .source = options_.source,
           .keep_going = options_.keep_going};
  ReadIndex();
  if (auto read = ReadMetrics(); !read) return Fail(read.error());
  for (std::size_t i = 0; i < damaged_.volumes.size(); ++i)
    data_.volumes.push_back(
        {.file = damaged_.volumes[i],
         .label = MendLabel(labels_[i].label, data_.label, damaged_.volumes[i].number)});
  // Creates the first file now, before hours of work on an archive that cannot be written.
  NoFiles no_files;
  StagedFiles staged(options_.dry_run ? no_files : files_, ModeForCopy(damaged_));
  Result<ByteSink> metadata = ByteSink::Create(staged, out_ + ".meta");
  if (!metadata) return Fail(metadata.error());

  const Result<DataTimes> times = AgreeOnTimes();
  if (!times) return Fail(times.error());
  for (DamagedVolume& volume : data_.volumes) volume.label = Mended(volume.file.number, *times);
  if (auto written = Write(*times, std::move(*metadata), staged); !written)
    return Fail(written.error());
  report_.files.push_back(ReportOnIndex());
  if (auto committed = staged.Commit(); !committed) return Fail(committed.error());
  return std::move(report_);
}

}  // namespace

Result<RepairReport> RepairArchive(const std::string& in, const std::string& out,
                                   const RepairOptions& options, FileSystem& files) {
  Result<ArchiveFiles> damaged = FindArchive(in);
  if (!damaged) return Fail(damaged.error());
  if (damaged->metadata.empty())
    return Fail(Errc::kMissingFile,
                "Without the .meta file nobody can tell which metrics the data are of",
                damaged->base);
  if (auto complete = damaged->CheckComplete(); !complete) return Fail(complete.error());
  if (!options.dry_run)
    if (auto is_free = CheckIsNew(files, out); !is_free) return Fail(is_free.error());
  return Repair(std::move(*damaged), out, options, files).Run();
}

}  // namespace fdr
