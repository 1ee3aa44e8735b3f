// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "fdr/archive/metadata/temporal_index.h"
#include "fdr/archive/opened/archive_order.h"
#include "fdr/archive/opened/opened_volumes.h"
#include "fdr/archive/opened/sort_volumes.h"
#include "fdr/archive/source/compressed_file.h"

namespace fdr {
namespace {

Result<LabelRecord> ReadLabel(const std::string& path) {
  const Result<ByteBuffer> prefix = DecodePrefix(path, LabelSize(Version::k3));
  if (!prefix) return Fail(prefix.error());
  return LabelRecord::Decode(*prefix, path);
}

}  // namespace

struct Archive::Inside {
  Inside(ArchiveFiles files, OpenOptions options)
      : parts{.files = std::move(files),
              .options = std::move(options),
              .label = {},
              .metadata = nullptr,
              .index = {}} {}

  Result<void> OpenLabel();
  Result<void> OpenMetadata();
  void OpenIndex();
  void CorrectStart(const LabelRecord& index_label);
  bool LastVolumeHasNoLabel(const ArchiveFiles& files) const;
  Result<ArchiveFiles> Readable(ArchiveFiles now) const;
  ProblemSink MetadataSink();

  ArchiveParts parts;
  LabelRecord metadata_label;
  std::unique_ptr<ByteSource> metadata_source;
  std::set<std::uint64_t> metadata_problems;  // offsets of reported records
  OpenedVolumes volumes{parts};
  ArchiveOrder order;
  std::optional<Timestamp> end;  // of a sorted archive
};

Result<void> Archive::Inside::OpenLabel() {
  const VolumeFile& first = parts.files.volumes.front();
  Result<LabelRecord> label = parts.OpenVolume(first, ReadLabel);
  if (!label) return Fail(label.error());
  parts.label = std::move(*label);
  if (parts.label.volume != first.number)
    return parts.CheckLabel(parts.label, first.number, first.path);
  const std::uint32_t unknown = parts.label.UnknownFeatures();
  if (unknown != 0 && !parts.options.ignore_features)
    return Fail(Errc::kUnsupportedFeature,
                fmt::format("The archive uses unknown features ({:#x})", unknown), first.path);
  if (!LastVolumeHasNoLabel(parts.files)) return {};
  const std::string path = parts.files.volumes.back().path;
  Report(parts.options.on_problem, {.code = Errc::kTruncatedRecord,
                                    .what = "The file ends within its label",
                                    .file = path,
                                    .at_end = Problem::AtEnd::kIncomplete});
  parts.files.volumes.pop_back();
  return {};
}

// The first volume is always needed.  A compressed volume was once finished, so it has a label.
bool Archive::Inside::LastVolumeHasNoLabel(const ArchiveFiles& files) const {
  const std::string& path = files.volumes.back().path;
  if (files.volumes.size() == 1 || !CompressionSuffix(path).empty()) return false;
  std::error_code unknown;
  const std::uint64_t size = std::filesystem::file_size(path, unknown);
  return !unknown && size < parts.label.size();
}

Result<void> Archive::Inside::OpenMetadata() {
  const std::string& path = parts.files.metadata;
  Result<LabelRecord> label = ReadLabel(path);
  if (!label) return Fail(label.error());
  if (const Result<void> checked = parts.CheckLabel(*label, kMetadataVolume, path); !checked)
    return checked;
  metadata_label = std::move(*label);
  Result<std::unique_ptr<ByteSource>> source = OpenToLoad(path, parts.options.source);
  if (!source) return Fail(source.error());
  metadata_source = std::move(*source);
  parts.NoteFile(path);
  Result<Metadata> metadata = Metadata::Load(*metadata_source, metadata_label,
                                             parts.options.metadata_damage, MetadataSink());
  if (!metadata) return Fail(metadata.error());
  parts.metadata = std::make_shared<Metadata>(std::move(*metadata));
  return {};
}

// All files of an archive have the same start in their labels.  If the first volume's start is far
// from the start in the other two labels, it is damaged.  A walk that began there would not end.
void Archive::Inside::CorrectStart(const LabelRecord& index_label) {
  constexpr double kFar = 24 * 3600;
  const Timestamp start = metadata_label.start;
  if (index_label.start != start || std::abs(SecondsBetween(parts.label.start, start)) < kFar)
    return;
  parts.label.start = start;
  parts.ReportProblem({Errc::kBadLabel,
                       "The label has another start than those of metadata and index",
                       parts.files.volumes.front().path, 0});
}

// An archive without an index is only slower, so any fault of the index is a problem, not an error.
void Archive::Inside::OpenIndex() {
  parts.index.clear();
  if (parts.files.index.empty()) return;
  const auto source = OpenToLoad(parts.files.index, parts.options.source);
  if (!source) return parts.ReportProblem(source.error());
  parts.NoteFile(parts.files.index);
  Result<TemporalIndex> index = ReadTemporalIndex(**source);
  if (!index) return parts.ReportProblem(index.error());
  const auto label = parts.CheckLabel(index->label, kIndexVolume, parts.files.index);
  if (!label) return parts.ReportProblem(label.error());
  CorrectStart(index->label);
  parts.index = std::move(index->entries);
  const auto first = static_cast<std::int64_t>(parts.label.size());
  std::erase_if(parts.index, [&](const IndexEntry& entry) {
    return !entry.stamp.Valid() || entry.data_offset < first || !parts.VolumeNumbered(entry.volume);
  });
  if (!std::ranges::is_sorted(parts.index, {}, &IndexEntry::stamp))
    std::ranges::stable_sort(parts.index, {}, &IndexEntry::stamp);
}

// Records are read again when metadata are merged, but each problem is reported only once.
ProblemSink Archive::Inside::MetadataSink() {
  return [this](const Problem& problem) {
    if (metadata_problems.insert(problem.offset).second) Report(parts.options.on_problem, problem);
  };
}

// Returns `now`, but leaves out a last volume whose label is not written yet.
Result<ArchiveFiles> Archive::Inside::Readable(ArchiveFiles now) const {
  if (const Result<void> complete = now.CheckComplete(); !complete) return Fail(complete.error());
  if (LastVolumeHasNoLabel(now)) now.volumes.pop_back();
  return now;
}

Archive::Archive(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Archive::~Archive() = default;

Result<std::unique_ptr<Archive>> Archive::Open(std::string_view name, OpenOptions options) {
  Result<ArchiveFiles> files = FindArchive(name);
  if (!files) return Fail(files.error());
  return Open(std::move(*files), std::move(options));
}

Result<std::unique_ptr<Archive>> Archive::Open(ArchiveFiles files, OpenOptions options) {
  constexpr int kMostAttempts = 5;
  for (int attempt = 1;; ++attempt) {
    Result<std::unique_ptr<Archive>> archive = OpenFiles(files, options);
    const bool is_gone = !archive && archive.error().code == Errc::kNotFound;
    if ((!is_gone && !files.HaveChanged()) || attempt == kMostAttempts) return archive;
    Result<ArchiveFiles> now = FindArchiveFiles(files.base);
    if (!now) return archive;
    files = std::move(*now);
  }
}

Result<std::unique_ptr<Archive>> Archive::OpenFiles(ArchiveFiles files, OpenOptions options) {
  if (const Result<void> complete = files.CheckComplete(); !complete) return Fail(complete.error());
  auto inside = std::make_unique<Inside>(std::move(files), std::move(options));
  if (const Result<void> label = inside->OpenLabel(); !label) return Fail(label.error());
  if (const Result<void> opened = inside->volumes.Refresh(); !opened) return Fail(opened.error());
  if (const Result<void> metadata = inside->OpenMetadata(); !metadata)
    return Fail(metadata.error());
  inside->OpenIndex();
  return std::unique_ptr<Archive>(new Archive(std::move(inside)));
}

const ArchiveFiles& Archive::files() const { return inside_->parts.files; }
const LabelRecord& Archive::label() const { return inside_->parts.label; }
const Metadata& Archive::metadata() const { return *inside_->parts.metadata; }
std::span<const IndexEntry> Archive::index() const { return inside_->parts.index; }

std::atomic<int>* Archive::records_read() const { return inside_->parts.options.records_read; }

std::optional<std::size_t> Archive::VolumeNumbered(std::int32_t number) const {
  return inside_->parts.VolumeNumbered(number);
}

Result<const ByteSource*> Archive::Volume(std::size_t volume) const {
  return inside_->volumes.Volume(volume);
}

std::optional<Error> Archive::WhyCutOff(std::size_t volume) const {
  return inside_->volumes.WhyCutOff(volume);
}

Result<std::uint64_t> Archive::DataEnd(std::size_t volume) const {
  return inside_->volumes.DataEnd(volume);
}

bool Archive::HasSummary(std::size_t volume) const { return inside_->volumes.HasSummary(volume); }

Result<const VolumeSummary*> Archive::Summary(std::size_t volume) const {
  const Result<const VolumeSummary*> summary = inside_->volumes.Summary(volume);
  if (summary && (*summary)->StampsGoBack()) NoteStepBack();
  return summary;
}

Result<void> Archive::AppendMetadataTo(Metadata& merged) {
  return merged.Append(*inside_->metadata_source, inside_->metadata_label, inside_->MetadataSink());
}

Result<Timestamp> Archive::End() const {
  if (inside_->end) return *inside_->end;
  return inside_->volumes.End();
}

void Archive::NoteStepBack() const { inside_->order.NoteStepBack(); }
std::uint32_t Archive::order_version() const { return inside_->order.version(); }

std::shared_ptr<Archive> Archive::Sorted(std::uint64_t small) const {
  return inside_->order.Sorted(inside_->volumes, small, [this] { return Sort(); });
}

std::shared_ptr<Archive> Archive::Sort() const {
  const ArchiveParts& parts = inside_->parts;
  Result<std::optional<SortedVolumes>> volumes = SortVolumes(inside_->volumes);
  if (!volumes || !*volumes) return nullptr;
  ArchiveFiles files = parts.files;
  files.volumes.resize(1);
  OpenOptions options = parts.options;
  options.on_problem = {};  // the damage has been reported
  auto sorted = std::make_unique<Inside>(std::move(files), std::move(options));
  sorted->parts.label = parts.label;
  sorted->parts.metadata = parts.metadata;
  sorted->parts.index = std::move((*volumes)->index);
  sorted->end = (*volumes)->end;
  sorted->volumes.Put(std::move((*volumes)->content));
  sorted->order.NoteInOrder();
  return std::shared_ptr<Archive>(new Archive(std::move(sorted)));
}

bool Archive::HasGrown(ArchiveFiles now) const {
  const Result<ArchiveFiles> files = inside_->Readable(std::move(now));
  if (!files) return false;
  if (files->volumes.back().number > inside_->parts.files.volumes.back().number) return true;
  return HasGrownInPlace();
}

bool Archive::HasGrownInPlace() const {
  return inside_->volumes.HasLastGrown() || inside_->metadata_source->HasGrown();
}

Result<void> Archive::Refresh() {
  ArchiveParts& parts = inside_->parts;
  Result<ArchiveFiles> files =
      FindArchiveFiles(parts.files.base).and_then([this](ArchiveFiles now) {
        return inside_->Readable(std::move(now));
      });
  if (!files) return Fail(files.error());
  parts.files = std::move(*files);
  inside_->order.Reset();
  if (const Result<void> refreshed = inside_->volumes.Refresh(); !refreshed) return refreshed;
  ByteSource& metadata = *inside_->metadata_source;
  if (const Result<void> refreshed = metadata.Refresh(); !refreshed) return refreshed;
  if (auto extended = parts.metadata->Extend(metadata, inside_->MetadataSink()); !extended)
    return extended;
  inside_->OpenIndex();
  return {};
}

}  // namespace fdr
