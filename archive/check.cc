// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check.h"

#include <filesystem>
#include <memory>
#include <system_error>

#include "fdr/archive/base/memory_source.h"
#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/check/check_data.h"
#include "fdr/archive/check/check_frames.h"
#include "fdr/archive/check/check_index.h"
#include "fdr/archive/check/check_labels.h"
#include "fdr/archive/check/check_metadata.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/archive/salvage/data_end.h"
#include "fdr/archive/source/compressed_file.h"

namespace fdr {
namespace {

// Judges records by their frames only.
class FrameJudge : public RecordJudge {
 public:
  Result<void> Check(Bytes) override { return {}; }
  Trust Weigh(Bytes) override { return Trust::kNone; }
  bool CanBegin(std::uint64_t, Bytes) override { return true; }
};

// A file while it is being checked.
struct OpenFile {
  FileReport report;
  std::unique_ptr<ByteSource> source;  // null if it cannot be read
  std::optional<LabelRecord> label;    // empty without a usable one

  OpenFile(const std::string& path, bool is_volume, const CheckOptions& options,
           const FindingSink& sink, CheckSummary& summary)
      : report(path, options, sink, summary) {
    auto opened = is_volume ? OpenSource(path, options.source) : OpenToLoad(path, options.source);
    if (!opened) report.AddUnreadable(opened.error());
    if (opened)
      source = std::move(*opened);
    else if (is_volume)
      OpenStart(path, options);
    if (source) label = CheckOwnLabel(*source, report);
  }

  // What can be decoded in front of damage.
  void OpenStart(const std::string& path, const CheckOptions& options) {
    auto start = OpenDamaged(path, options.source);
    if (start)
      source = std::move(start->content);
    else if (IsShortage(start.error().system_error))
      report.AddUnreadable(start.error());
  }
};

class ArchiveCheck {
 public:
  ArchiveCheck(const ArchiveFiles& files, const CheckOptions& options, const FindingSink& sink,
               CheckSummary& summary)
      : files_(files), options_(options), sink_(sink), summary_(summary) {}

  void Run() {
    FileReport report(files_.base, options_, sink_, summary_);
    CheckPresence(report);
    summary_.label = FindLabel();
    if (summary_.label)
      CheckFiles(report);
    else
      CheckFramesOnly();
  }

 private:
  // Returns the label to compare all others with: the label of the first volume that has one.
  std::optional<LabelRecord> FindLabel() {
    std::vector<std::string> paths;
    for (const VolumeFile& volume : files_.volumes) paths.push_back(volume.path);
    paths.push_back(files_.metadata);
    paths.push_back(files_.index);
    for (const std::string& path : paths) {
      if (path.empty()) continue;
      const Result<ByteBuffer> head = DecodePrefix(path, LabelSize(Version::k3));
      if (!head) NoteShortage(head.error());
      if (!head) continue;
      Result<LabelRecord> label = LabelRecord::Decode(*head, path);
      if (label) return std::move(*label);
    }
    return std::nullopt;
  }

  void CheckPresence(FileReport& report) {
    if (files_.metadata.empty())
      report.Add(CheckCode::kFileNoMetadata, {}, "The archive has no .meta file");
    if (files_.index.empty())
      report.Add(CheckCode::kFileNoIndex, {}, "The archive has no .index file");
    if (files_.volumes.empty())
      report.Add(CheckCode::kFileNoVolume, {}, "The archive has no data volume");
    for (std::size_t i = 1; i < files_.volumes.size(); ++i) {
      const std::int32_t before = files_.volumes[i - 1].number, here = files_.volumes[i].number;
      if (here - before > 1)
        report.Add(CheckCode::kFileVolumeGap, {}, "There is no volume between {} and {}", before,
                   here);
    }
    CheckBothForms(files_.metadata, report);
    CheckBothForms(files_.index, report);
    for (const VolumeFile& volume : files_.volumes) CheckBothForms(volume.path, report);
  }

  static void CheckBothForms(const std::string& path, FileReport& report) {
    if (path.empty()) return;
    const std::string plain = path.substr(0, path.size() - CompressionSuffix(path).size());
    std::error_code ignored;
    for (const std::string_view suffix : kCompressionSuffixes) {
      const std::string other = plain + std::string(suffix);
      if (other != path && std::filesystem::exists(other, ignored))
        report.Add(CheckCode::kFileBothForms, {}, "{} exists beside {}", other, path);
    }
  }

  // If the archive cannot be read at all, only the framing can be checked.
  void CheckFramesOnly() {
    if (!files_.metadata.empty()) CheckFramesOnly(files_.metadata, false);
    for (const VolumeFile& volume : files_.volumes) CheckFramesOnly(volume.path, true);
    if (!files_.index.empty()) OpenFile(files_.index, false, options_, sink_, summary_);
  }

  void CheckFramesOnly(const std::string& path, bool is_volume) {
    OpenFile file(path, is_volume, options_, sink_, summary_);
    if (!file.source) return;
    FrameJudge judge;
    FrameWalk walk(*file.source, 0, judge, file.report);
    const auto progress = Progress();
    while (const std::optional<Frame> frame = walk.Next()) progress(frame->end());
    summary_.bytes += file.source->size();
  }

  void CheckFiles(FileReport& report) {
    std::optional<OpenFile> metadata, index_file;
    if (!files_.metadata.empty()) Open(files_.metadata, kMetadataVolume, metadata);
    std::optional<std::uint64_t> metadata_size;
    if (metadata && metadata->source) metadata_size = metadata->source->size();

    std::optional<IndexCheck> index;
    if (!files_.index.empty()) Open(files_.index, kIndexVolume, index_file);
    if (index_file && index_file->source) {
      index.emplace(*summary_.label, files_.volumes, index_file->report);
      index->Read(*index_file->source, metadata_size);
      summary_.bytes += index_file->source->size();
    }
    const IndexCheck* marks = index ? &*index : nullptr;

    const MemorySource nothing(files_.metadata, ByteBuffer());
    const ByteSource& source =
        metadata && metadata->source ? *metadata->source : static_cast<const ByteSource&>(nothing);
    Catalog catalog;
    if (metadata && metadata->source) {
      CheckMetadata(source, *summary_.label, marks, catalog, metadata->report, Progress());
      summary_.bytes += source.size();
    }
    summary_.metrics = catalog.metrics.size();

    InstanceCheck instances(catalog, source, summary_.label->size());
    ValueCheck values(catalog, instances, options_.counters);
    DataCheck data(*summary_.label, catalog, marks, values, instances);
    for (std::size_t v = 0; v < files_.volumes.size(); ++v) CheckVolume(v, data);
    summary_.records = data.records();
    summary_.values = values.values();

    if (data.records() == 0) {
      if (!files_.volumes.empty())
        report.Add(CheckCode::kArchiveNoData, {}, "The archive holds no data record");
      return;
    }
    if (*data.start() > summary_.label->start)
      report.Add(CheckCode::kLabelEarly, {.stamp = summary_.label->start},
                 "The labels say {}, the first record {}", StampText(summary_.label->start),
                 StampText(*data.start()));
    if (index) index->CheckEnd(data.end());
    if (metadata) CheckMetadataEnd(catalog, data.end(), metadata->report);
  }

  void CheckVolume(std::size_t place, DataCheck& data) {
    const VolumeFile& volume = files_.volumes[place];
    std::optional<OpenFile> file;
    Open(volume.path, volume.number, file);
    if (!file->source) return;
    const std::uint64_t before = data.records();
    data.CheckVolume(*file->source, volume.number, file->report, Progress(),
                     [&] { return FirstStampBehind(place); });
    if (place + 1 == files_.volumes.size() && data.records() > before)
      data.CheckLastStamp(*file->source, volume.number, LastWritten(volume.path), file->report);
    summary_.bytes += file->source->size();
  }

  void NoteShortage(const Error& error) {
    if (!summary_.shortage && IsShortage(error.system_error)) summary_.shortage = error;
  }

  std::optional<Timestamp> FirstStampBehind(std::size_t place) {
    const Version version = summary_.label->version;
    const std::size_t at = LabelSize(version) + kFrameLengthSize, end = at + StampSize(version);
    while (++place < files_.volumes.size()) {
      const Result<ByteBuffer> start = DecodePrefix(files_.volumes[place].path, end);
      if (!start) NoteShortage(start.error());
      if (start && start->size() == end) return LoadStamp(version, start->data() + at);
    }
    return std::nullopt;
  }

  // Opens a file of the archive, and compares its label with the archive's.
  void Open(const std::string& path, std::int32_t volume, std::optional<OpenFile>& file) {
    file.emplace(path, volume >= 0, options_, sink_, summary_);
    if (file->label) CheckSharedLabel(*file->label, volume, *summary_.label, file->report);
    if (file->source) CheckFileSize(file->source->size(), summary_.label->version, file->report);
  }

  // Returns the function to call with the offset that the check of a file has reached.
  std::function<void(std::uint64_t)> Progress() const {
    if (!options_.on_progress) return [](std::uint64_t) {};
    return [this](std::uint64_t at) { options_.on_progress(summary_.bytes + at); };
  }

  const ArchiveFiles& files_;
  const CheckOptions& options_;
  const FindingSink& sink_;
  CheckSummary& summary_;
};

}  // namespace

CheckSummary CheckArchive(const ArchiveFiles& files, const CheckOptions& options,
                          const FindingSink& sink) {
  CheckSummary summary;
  ArchiveCheck(files, options, sink, summary).Run();
  return summary;
}

}  // namespace fdr
