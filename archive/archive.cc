// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "fdr/archive/record_frame.h"
#include "fdr/archive/record_salvager.h"
#include "fdr/archive/result_record.h"
#include "fdr/archive/summary_maker.h"
#include "fdr/archive/temporal_index.h"

namespace fdr {
namespace {

constexpr std::size_t kLongestLabel = LabelSize(Version::k3);

Result<LabelRecord> ReadLabel(const std::string& path) {
  const Result<ByteBuffer> prefix = DecodePrefix(path, kLongestLabel);
  if (!prefix) return Fail(prefix.error());
  return LabelRecord::Decode(*prefix, path);
}

// Somebody may have compressed a volume, or decompressed it, since its name was found.
template <class Open>
auto OpenVolumeFile(const std::string& base, const VolumeFile& file, Open open)
    -> decltype(open(file.path)) {
  auto opened = open(file.path);
  if (opened || opened.error().code != Errc::kNotFound) return opened;
  const std::string now = FindVolume(base, file.number);
  return now.empty() ? std::move(opened) : open(now);
}

}  // namespace

Result<std::unique_ptr<Archive>> Archive::Open(std::string_view name, OpenOptions options) {
  Result<ArchiveFiles> files = FindArchive(name);
  if (!files) return Fail(files.error());
  return Open(std::move(*files), std::move(options));
}

Result<std::unique_ptr<Archive>> Archive::Open(ArchiveFiles files, OpenOptions options) {
  if (const Result<void> complete = files.CheckComplete(); !complete) return Fail(complete.error());
  std::unique_ptr<Archive> archive(new Archive(std::move(files), std::move(options)));
  if (const Result<void> label = archive->OpenLabel(); !label) return Fail(label.error());
  if (archive->LastVolumeHasNoLabel(archive->files_)) {
    const std::string path = archive->files_.volumes.back().path;
    archive->ReportProblem({Errc::kTruncatedRecord, "The file ends within its label", path, 0});
    archive->files_.volumes.pop_back();
  }
  archive->volumes_.resize(archive->volume_count());
  if (const Result<void> metadata = archive->OpenMetadata(); !metadata)
    return Fail(metadata.error());
  archive->OpenIndex();
  return archive;
}

void Archive::ReportProblem(const Error& error, std::uint64_t bytes_lost) const {
  Report(options_.on_problem, {error.code, error.what, error.file, error.offset, bytes_lost});
}

Result<void> Archive::OpenLabel() {
  const VolumeFile& first = files_.volumes.front();
  Result<LabelRecord> label = OpenVolumeFile(files_.base, first, ReadLabel);
  if (!label) return Fail(label.error());
  label_ = std::move(*label);
  if (label_.volume != first.number) return CheckLabel(label_, first.number, first.path);
  const std::uint32_t unknown = label_.UnknownFeatures();
  if (unknown != 0 && !options_.ignore_features)
    return Fail(Errc::kUnsupportedFeature,
                fmt::format("The archive uses unknown features ({:#x})", unknown), first.path);
  return {};
}

// The first volume is needed, whatever it looks like; a compressed one was finished once.
bool Archive::LastVolumeHasNoLabel(const ArchiveFiles& files) const {
  const std::string& path = files.volumes.back().path;
  if (files.volumes.size() == 1 || !CompressionSuffix(path).empty()) return false;
  std::error_code unknown;
  const std::uint64_t size = std::filesystem::file_size(path, unknown);
  return !unknown && size < label_.size();
}

// Only what PCP checks, too: start and zones of the files may differ.
Result<void> Archive::CheckLabel(const LabelRecord& label, std::int32_t volume,
                                 const std::string& path) const {
  if (label.volume != volume)
    return Fail(Errc::kBadLabel,
                fmt::format("The label is that of volume {} instead of {}", label.volume, volume),
                path);
  if (label.version != label_.version || label.pid != label_.pid || !(label.host == label_.host))
    return Fail(Errc::kBadLabel, "The label differs from that of the first data volume", path);
  return {};
}

Result<void> Archive::OpenMetadata() {
  Result<LabelRecord> label = ReadLabel(files_.metadata);
  if (!label) return Fail(label.error());
  if (const Result<void> checked = CheckLabel(*label, kMetadataVolume, files_.metadata); !checked)
    return checked;
  metadata_label_ = std::move(*label);
  Result<std::unique_ptr<ByteSource>> source = OpenToLoad(files_.metadata, options_.source);
  if (!source) return Fail(source.error());
  metadata_source_ = std::move(*source);
  Result<Metadata> metadata =
      Metadata::Load(*metadata_source_, metadata_label_, options_.metadata_damage, MetadataSink());
  if (!metadata) return Fail(metadata.error());
  metadata_ = std::move(*metadata);
  return {};
}

// An archive without an index is merely slower: whatever is wrong with it is a problem, not an
// error.
void Archive::OpenIndex() {
  index_.clear();
  if (files_.index.empty()) return;
  const Result<std::unique_ptr<ByteSource>> source = OpenToLoad(files_.index, options_.source);
  if (!source) return ReportProblem(source.error());
  Result<TemporalIndex> index = ReadTemporalIndex(**source);
  if (!index) return ReportProblem(index.error());
  if (const Result<void> label = CheckLabel(index->label, kIndexVolume, files_.index); !label)
    return ReportProblem(label.error());
  index_ = std::move(index->entries);
  std::erase_if(index_, [this](const IndexEntry& entry) {
    return !entry.stamp.Valid() || entry.data_offset < static_cast<std::int64_t>(label_.size()) ||
           !VolumeNumbered(entry.volume);
  });
  const auto earlier = [](const IndexEntry& a, const IndexEntry& b) { return a.stamp < b.stamp; };
  if (!std::is_sorted(index_.begin(), index_.end(), earlier))
    std::stable_sort(index_.begin(), index_.end(), earlier);
}

std::optional<std::size_t> Archive::VolumeNumbered(std::int32_t number) const {
  const auto it =
      std::lower_bound(files_.volumes.begin(), files_.volumes.end(), number,
                       [](const VolumeFile& v, std::int32_t wanted) { return v.number < wanted; });
  if (it == files_.volumes.end() || it->number != number) return std::nullopt;
  return static_cast<std::size_t>(it - files_.volumes.begin());
}

Result<const ByteSource*> Archive::Volume(std::size_t volume) const {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<ByteSource>& slot = volumes_[volume].source;
  if (slot) return slot.get();
  const VolumeFile& file = files_.volumes[volume];
  Result<std::unique_ptr<ByteSource>> source =
      OpenVolumeFile(files_.base, file,
                     [this](const std::string& path) { return OpenSource(path, options_.source); });
  if (!source) return Fail(source.error());
  ByteBuffer head(kLongestLabel);
  const Result<std::size_t> got = (*source)->ReadAt(0, head);
  if (!got) return Fail(got.error());
  const Result<LabelRecord> label = LabelRecord::Decode(Bytes(head).first(*got), file.path);
  if (!label) return Fail(label.error());
  if (const Result<void> checked = CheckLabel(*label, file.number, file.path); !checked)
    return Fail(checked.error());
  slot = std::move(*source);
  return slot.get();
}

Result<std::uint64_t> Archive::DataEnd(std::size_t volume) const {
  const Result<const ByteSource*> source = Volume(volume);
  if (!source) return Fail(source.error());
  const std::uint64_t size = (*source)->size();
  {
    const std::lock_guard lock(mutex_);
    if (volumes_[volume].end_for_size == size) return volumes_[volume].end;
  }
  const Result<std::uint64_t> end = FindDataEnd(volume, **source);
  if (!end) return end;
  bool is_news = false;
  {
    const std::lock_guard lock(mutex_);
    OpenVolume& open = volumes_[volume];
    is_news = std::exchange(open.end_for_size, size) != size && *end < size;
    open.end = *end;
  }
  // The sink may ask the archive in its turn.
  if (is_news)
    ReportProblem({Errc::kTruncatedRecord, "Damaged tail", (*source)->name(), *end}, size - *end);
  return *end;
}

Result<std::uint64_t> Archive::FindDataEnd(std::size_t volume, const ByteSource& source) const {
  if (source.size() <= label_.size()) return source.size();
  FrameReader frames(source, label_.size());
  frames.Seek(source.size());
  const Result<std::optional<Frame>> last = frames.Previous();
  if (!last && last.error().code == Errc::kIo) return Fail(last.error());
  ResultRecord record;
  if (last && *last && record.DecodeSets(version(), (*last)->body)) return source.size();
  // The tail is damaged: the end is behind the last record that can be believed.
  const auto judge = [&](Bytes body, RecordSalvager::Place) {
    return record.DecodeSets(version(), body);
  };
  std::uint64_t end = LastIndexedOffset(volume, source);
  RecordSalvager salvager(source, end, true, judge);
  while (true) {
    const auto item = salvager.Next();
    if (!item) return Fail(item.error());
    if (!*item) return end;
    const auto* const found = std::get_if<SalvagedRecord>(&**item);
    if (found != nullptr && !found->mended) end = salvager.position();
  }
}

// The last offset in the index at which there really is a record; the first record's without any.
std::uint64_t Archive::LastIndexedOffset(std::size_t volume, const ByteSource& source) const {
  const std::int32_t number = files_.volumes[volume].number;
  FrameReader frames(source, label_.size());
  ResultRecord record;
  for (auto entry = index_.rbegin(); entry != index_.rend(); ++entry) {
    if (entry->volume != number) continue;
    const auto offset = static_cast<std::uint64_t>(entry->data_offset);
    if (offset >= source.size()) continue;
    frames.Seek(offset);
    const Result<std::optional<Frame>> frame = frames.Next();
    if (frame && *frame && record.DecodeSets(version(), (*frame)->body) &&
        record.stamp() == entry->stamp)
      return offset;
  }
  return label_.size();
}

bool Archive::HasSummary(std::size_t volume) const {
  const std::lock_guard lock(summary_mutex_);
  return volumes_[volume].summary != nullptr;
}

Result<const VolumeSummary*> Archive::Summary(std::size_t volume) const {
  const Result<const ByteSource*> source = Volume(volume);
  if (!source) return Fail(source.error());
  const Result<std::uint64_t> end = DataEnd(volume);
  if (!end) return Fail(end.error());
  std::vector<Problem> problems;
  const Result<const VolumeSummary*> summary =
      ExtendSummary(volume, **source, *end, [&](const Problem& p) { problems.push_back(p); });
  // The sink may ask the archive in its turn.
  for (const Problem& problem : problems) Report(options_.on_problem, problem);
  return summary;
}

Result<const VolumeSummary*> Archive::ExtendSummary(std::size_t volume, const ByteSource& source,
                                                    std::uint64_t end,
                                                    const ProblemSink& on_problem) const {
  const std::lock_guard lock(summary_mutex_);
  OpenVolume& open = volumes_[volume];
  if (!open.summary || end < open.summary->end())  // somebody cut the file
    open.summary = std::make_unique<VolumeSummary>(label_.size());
  if (end != open.summary_end) {
    SummaryWork work{source, version(), end, metadata_, options_.summary_threads, {}};
    if (options_.on_summary)
      work.on_progress = [&](std::uint64_t read) { options_.on_summary(source.name(), read, end); };
    const Result<void> extended = fdr::ExtendSummary(*open.summary, work, on_problem);
    if (work.on_progress) work.on_progress(end);
    if (!extended) return Fail(extended.error());
    open.summary_end = end;
  }
  return open.summary.get();
}

// Records are read again when metadata are merged, but what was said about one is not said twice.
ProblemSink Archive::MetadataSink() {
  return [this](const Problem& problem) {
    if (metadata_problems_.insert(problem.offset).second) Report(options_.on_problem, problem);
  };
}

Result<void> Archive::AppendMetadataTo(Metadata& merged) {
  return merged.Append(*metadata_source_, metadata_label_, MetadataSink());
}

Result<Timestamp> Archive::End() const {
  for (std::size_t v = volume_count(); v-- > 0;) {
    const Result<const ByteSource*> source = Volume(v);
    if (!source) return Fail(source.error());
    const Result<std::uint64_t> end = DataEnd(v);
    if (!end) return Fail(end.error());
    FrameReader frames(**source, label_.size());
    frames.Seek(*end);
    const Result<std::optional<Frame>> last = frames.Previous();
    if (!last) return Fail(last.error());
    if (*last) return ResultRecord::DecodeStamp(version(), (*last)->body);
  }
  return Fail(Errc::kEmpty, "The archive holds no data", files_.base);
}

// `now`, but for a last volume that nobody can read yet.
Result<ArchiveFiles> Archive::Readable(ArchiveFiles now) const {
  if (const Result<void> complete = now.CheckComplete(); !complete) return Fail(complete.error());
  if (LastVolumeHasNoLabel(now)) now.volumes.pop_back();
  return now;
}

bool Archive::HasGrown(ArchiveFiles now) const {
  const Result<ArchiveFiles> files = Readable(std::move(now));
  if (!files) return false;
  if (files->volumes.back().number > files_.volumes.back().number) return true;
  // What was not opened yet will be opened as it is then.
  const std::lock_guard lock(mutex_);
  const ByteSource* const last = volumes_.back().source.get();
  return (last != nullptr && last->HasGrown()) || metadata_source_->HasGrown();
}

Result<void> Archive::Refresh() {
  Result<ArchiveFiles> files = FindArchiveFiles(files_.base).and_then([this](ArchiveFiles now) {
    return Readable(std::move(now));
  });
  if (!files) return Fail(files.error());
  std::vector<OpenVolume> volumes(files->volumes.size());
  for (std::size_t i = 0; i < files->volumes.size(); ++i)
    if (const auto old = VolumeNumbered(files->volumes[i].number))
      volumes[i] = std::move(volumes_[*old]);
  files_ = std::move(*files);
  volumes_ = std::move(volumes);
  for (OpenVolume& volume : volumes_)
    if (volume.source)
      if (const Result<void> refreshed = volume.source->Refresh(); !refreshed) return refreshed;
  if (const Result<void> refreshed = metadata_source_->Refresh(); !refreshed) return refreshed;
  if (const Result<void> extended = metadata_.Extend(*metadata_source_, MetadataSink()); !extended)
    return extended;
  OpenIndex();
  return {};
}

}  // namespace fdr
