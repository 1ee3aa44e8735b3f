// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "fdr/archive/data_end.h"
#include "fdr/archive/data_judge.h"
#include "fdr/archive/record_frame.h"
#include "fdr/archive/result_record.h"
#include "fdr/archive/sort_volumes.h"
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
  Report(options_.on_problem,
         {error.code, error.what, error.file, error.offset, bytes_lost, error.system_error});
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
  metadata_ = std::make_shared<Metadata>(std::move(*metadata));
  return {};
}

// All files of an archive have the same start in their labels.  Where that of the first volume is
// far from that of the two others, it is damaged, and a walk that begins there would not end.
void Archive::CorrectStart(const LabelRecord& index_label) {
  constexpr double kFar = 24 * 3600;
  const Timestamp start = metadata_label_.start;
  if (index_label.start != start || std::abs(SecondsBetween(label_.start, start)) < kFar) return;
  label_.start = start;
  ReportProblem({Errc::kBadLabel, "The label has another start than those of metadata and index",
                 files_.volumes.front().path, 0});
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
  CorrectStart(index->label);
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

Result<DamagedSource> Archive::OpenContent(const VolumeFile& file) const {
  Result<DamagedSource> source = OpenVolumeFile(files_.base, file, [this](const std::string& path) {
    return OpenDamaged(path, options_.source);
  });
  if (!source) return source;
  ByteBuffer head(kLongestLabel);
  const Result<std::size_t> got = source->content->ReadAt(0, head);
  if (!got) return Fail(got.error());
  const Result<LabelRecord> label = LabelRecord::Decode(Bytes(head).first(*got), file.path);
  if (!label) return Fail(label.error());
  if (const Result<void> checked = CheckLabel(*label, file.number, file.path); !checked)
    return Fail(checked.error());
  return source;
}

Result<const ByteSource*> Archive::Volume(std::size_t volume) const {
  std::string broken;
  const ByteSource* content = nullptr;
  {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<ByteSource>& slot = volumes_[volume].source;
    if (slot) return slot.get();
    Result<DamagedSource> source = OpenContent(files_.volumes[volume]);
    if (!source) return Fail(source.error());
    broken = std::move(source->broken);
    slot = std::move(source->content);
    content = slot.get();
  }
  // The sink may ask the archive in its turn.
  if (!broken.empty())
    ReportProblem({Errc::kCompression, broken, content->name(), content->size()});
  return content;
}

Result<std::uint64_t> Archive::DataEnd(std::size_t volume) const {
  const Result<const ByteSource*> source = Volume(volume);
  if (!source) return Fail(source.error());
  const std::uint64_t size = (*source)->size();
  {
    const std::lock_guard lock(mutex_);
    if (volumes_[volume].end_for_size == size) return volumes_[volume].end;
  }
  const DataJudge::Witnesses witnesses = WitnessesOf(volume, **source);
  Result<std::uint64_t> end = FindDataEnd(**source, witnesses);
  if (!end) return end;
  // Behind other records, the order among all of them tells.
  const bool is_last = volume + 1 == volume_count();
  const auto wild = is_last ? FindWildRecord(**source, witnesses, *end) : std::nullopt;
  end = wild.value_or(*end);
  bool is_news = false;
  {
    const std::lock_guard lock(mutex_);
    OpenVolume& open = volumes_[volume];
    is_news = std::exchange(open.end_for_size, size) != size && *end < size;
    open.end = *end;
  }
  // The sink may ask the archive in its turn.
  if (is_news) {
    const char* const what =
        wild ? "The last record has a stamp that others contradict" : "Damaged tail";
    ReportProblem({Errc::kTruncatedRecord, what, (*source)->name(), *end}, size - *end);
  }
  return end;
}

DataJudge::Witnesses Archive::WitnessesOf(std::size_t volume, const ByteSource& source) const {
  const std::int32_t number = files_.volumes[volume].number;
  return {.version = version(),
          .start = label_.start,
          .is_described = [this](MetricId id) { return metadata_->FindDesc(id) != nullptr; },
          .places = KnownPlaces(source, version(), index_, number),
          .written = LastWritten(files_.volumes[volume].path)};
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
  if (summary && (*summary)->StampsGoBack()) NoteStepBack();
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
    SummaryWork work{.source = source,
                     .end = end,
                     .metadata = *metadata_,
                     .witnesses = WitnessesOf(volume, source),
                     .threads = options_.summary_threads,
                     .on_progress = {}};
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
  if (end_) return *end_;
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

void Archive::NoteStepBack() const {
  if (!order_.goes_back.exchange(true)) ++order_.version;
}

bool Archive::MayGoBack(std::uint64_t small) const {
  if (order_.goes_back) return true;
  OrderLook look;
  {
    const std::lock_guard lock(order_.mutex);
    if (order_.was_looked_at) return false;
    look = order_.look;
  }
  // Not under the lock: what is found on the way is reported, and the sink may ask in its turn.
  if (look.MayGoBack(*this, small)) NoteStepBack();
  const std::lock_guard lock(order_.mutex);
  order_.look = look;
  if (!std::exchange(order_.was_looked_at, true)) ++order_.version;
  return order_.goes_back;
}

std::shared_ptr<Archive> Archive::Sorted(std::uint64_t small) const {
  if (!MayGoBack(small)) return nullptr;
  {
    const std::lock_guard lock(order_.mutex);
    if (order_.was_sorted) return order_.sorted;
  }
  std::shared_ptr<Archive> sorted = Sort();
  const std::lock_guard lock(order_.mutex);
  if (!std::exchange(order_.was_sorted, true)) {
    order_.sorted = std::move(sorted);
    ++order_.version;
  }
  return order_.sorted;
}

std::shared_ptr<Archive> Archive::Sort() const {
  Result<std::optional<SortedVolumes>> volumes = SortVolumes(*this);
  if (!volumes || !*volumes) return nullptr;
  ArchiveFiles files = files_;
  files.volumes.resize(1);
  OpenOptions options = options_;
  options.on_problem = {};  // the damage is known
  std::shared_ptr<Archive> sorted(new Archive(std::move(files), std::move(options)));
  sorted->label_ = label_;
  sorted->metadata_ = metadata_;
  sorted->index_ = std::move((*volumes)->index);
  sorted->end_ = (*volumes)->end;
  OpenVolume& volume = sorted->volumes_.emplace_back();
  volume.source = std::move((*volumes)->content);
  volume.end = volume.end_for_size = volume.source->size();
  sorted->order_.was_looked_at = true;
  return sorted;
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
  // What was the last record of all may not be that any more.
  if (volumes.size() > volumes_.size())
    for (OpenVolume& volume : volumes) volume.end_for_size = 0;
  files_ = std::move(*files);
  volumes_ = std::move(volumes);
  order_.sorted.reset();
  order_.was_looked_at = order_.was_sorted = false;
  ++order_.version;
  for (OpenVolume& volume : volumes_)
    if (volume.source)
      if (const Result<void> refreshed = volume.source->Refresh(); !refreshed) return refreshed;
  if (const Result<void> refreshed = metadata_source_->Refresh(); !refreshed) return refreshed;
  if (const Result<void> extended = metadata_->Extend(*metadata_source_, MetadataSink()); !extended)
    return extended;
  OpenIndex();
  return {};
}

}  // namespace fdr
