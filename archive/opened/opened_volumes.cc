// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/opened/opened_volumes.h"

#include <algorithm>
#include <array>
#include <utility>

#include "fdr/archive/base/memory_source.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/salvage/data_end.h"
#include "fdr/archive/summary/summary_maker.h"

namespace fdr {
namespace {

// Whether a record at `at` runs past the end, so that a writer may be in the middle of it.
bool IsIncomplete(const ByteSource& source, std::uint64_t at) {
  std::array<std::byte, kFrameLengthSize> word;
  const Result<std::size_t> got = source.ReadAt(at, word);
  if (!got || *got < word.size()) return got.has_value();
  const std::uint32_t length = LoadU32(word.data());
  return length <= kMaxFrameSize && length > source.size() - at;
}

// The stamps of the records before a volume, from the last one back to the archive's first.
class StampsBefore {
 public:
  StampsBefore(const OpenedVolumes& volumes, std::size_t volume)
      : volumes_(volumes), volume_(volume) {}

  // Damage hides what lies before it in the same volume.
  Result<std::optional<Timestamp>> Previous() {
    const Version version = volumes_.parts().label.version;
    while (true) {
      if (frames_) {
        const auto placed = SoundStampBefore(*frames_, version);
        if (!placed && !CanBePassed(placed.error().code)) return Fail(placed.error());
        if (placed && *placed) return (*placed)->stamp;
      }
      if (volume_ == 0) return std::nullopt;
      if (const Result<void> entered = EnterVolume(--volume_); !entered)
        return Fail(entered.error());
    }
  }

 private:
  Result<void> EnterVolume(std::size_t volume) {
    const Result<const ByteSource*> source = volumes_.Volume(volume);
    if (!source) return Fail(source.error());
    const Result<std::uint64_t> end = volumes_.DataEnd(volume);
    if (!end) return Fail(end.error());
    frames_.emplace(**source, volumes_.parts().label.size());
    frames_->Seek(*end);
    return {};
  }

  const OpenedVolumes& volumes_;
  std::size_t volume_;
  std::optional<FrameReader> frames_;
};

// Whether bytes behind the records of a compressed volume cannot be decompressed.
std::optional<Error> FindUndecoded(const ByteSource& source, std::uint64_t end) {
  if (end >= source.size() || CompressionSuffix(source.name()).empty()) return std::nullopt;
  ByteBuffer piece(64 * 1024);
  for (std::uint64_t at = end; at < source.size(); at += piece.size())
    if (const Result<std::size_t> got = source.ReadAt(at, piece); !got) {
      if (got.error().code != Errc::kCompression) return std::nullopt;
      return Error{Errc::kCompression, got.error().what, source.name(), end};
    }
  return std::nullopt;
}

std::uint64_t RecordsIn(const VolumeSummary& summary) {
  std::uint64_t records = 0;
  for (const Chunk& chunk : summary.chunks()) records += chunk.records;
  return records;
}

}  // namespace

Result<void> OpenedVolumes::Refresh() {
  std::vector<OpenVolume> before = std::exchange(volumes_, {});
  const bool are_more = count() > before.size();
  for (const VolumeFile& file : parts_.files.volumes) {
    const auto old = std::ranges::lower_bound(before, file.number, {}, &OpenVolume::number);
    const bool is_known = old != before.end() && old->number == file.number;
    OpenVolume& now =
        volumes_.emplace_back(is_known ? std::move(*old) : OpenVolume{.number = file.number});
    // The last record of this volume may no longer be the last of the archive.
    if (are_more) now.end_for_size = 0;
  }
  for (OpenVolume& volume : volumes_) {
    if (!volume.source) continue;
    const Result<void> refreshed = volume.source->Refresh();
    if (refreshed) continue;
    if (refreshed.error().code != Errc::kBusy) return refreshed;
    volume.source.reset();  // another program has compressed it, say: the next reader opens it
  }
  return {};
}

void OpenedVolumes::Put(std::unique_ptr<ByteSource> content) {
  volumes_.clear();
  OpenVolume& volume =
      volumes_.emplace_back(OpenVolume{.number = parts_.files.volumes.front().number});
  volume.end = volume.end_for_size = content->size();
  volume.source = std::move(content);
}

std::optional<Error> OpenedVolumes::WhyCutOff(std::size_t volume) const {
  const std::lock_guard lock(mutex_);
  return volumes_[volume].cut_off;
}

bool OpenedVolumes::HasLastGrown() const {
  // Unopened volumes will be opened in their state at that time.
  const std::lock_guard lock(mutex_);
  const ByteSource* const last = volumes_.back().source.get();
  return last != nullptr && last->HasGrown();
}

// A volume of which nothing can be decoded has no records, if there is a sink that gets the reason.
Result<DamagedSource> OpenedVolumes::OpenContent(const VolumeFile& file) const {
  Result<DamagedSource> source = OpenDecoded(file);
  if (source || source.error().code != Errc::kCompression || !parts_.options.on_problem)
    return source;
  const std::size_t label = parts_.label.size();
  return DamagedSource{std::make_unique<MemorySource>(file.path, ByteBuffer(label)),
                       std::move(source.error().what)};
}

Result<DamagedSource> OpenedVolumes::OpenDecoded(const VolumeFile& file) const {
  Result<DamagedSource> source = parts_.OpenVolume(
      file, [this](const std::string& path) { return OpenDamaged(path, parts_.options.source); });
  if (!source) return source;
  ByteBuffer head(LabelSize(Version::k3));
  const Result<std::size_t> got = source->content->ReadAt(0, head);
  if (!got) return Fail(got.error());
  if (!source->broken.empty() && *got < parts_.label.size())
    return Fail(Errc::kCompression, source->broken, file.path);
  const Result<LabelRecord> label = LabelRecord::Decode(Bytes(head).first(*got), file.path);
  if (!label) return Fail(label.error());
  if (const Result<void> checked = parts_.CheckLabel(*label, file.number, file.path); !checked)
    return Fail(checked.error());
  return source;
}

Result<const ByteSource*> OpenedVolumes::Volume(std::size_t volume) const {
  std::optional<Error> cut_off;
  const ByteSource* content = nullptr;
  {
    const std::lock_guard lock(mutex_);
    OpenVolume& open = volumes_[volume];
    if (open.source) return open.source.get();
    Result<DamagedSource> source = OpenContent(parts_.files.volumes[volume]);
    if (!source) return Fail(source.error());
    open.source = std::move(source->content);
    content = open.source.get();
    const std::uint64_t size = content->size();
    if (!source->broken.empty())
      open.cut_off = cut_off = Error{Errc::kCompression, std::move(source->broken), content->name(),
                                     size > parts_.label.size() ? size : 0};
    parts_.NoteFile(content->name());
  }
  // Called without the lock: the sink may use the archive.
  if (cut_off) parts_.ReportProblem(*cut_off);
  return content;
}

Result<std::uint64_t> OpenedVolumes::DataEnd(std::size_t volume) const {
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
  // If other records follow, the order of all records shows a wild stamp.
  const bool is_last = volume + 1 == count();
  StampsBefore before_volume(*this, volume);
  const auto before = [&] { return before_volume.Previous().value_or(std::nullopt); };
  const auto wild = is_last ? FindWildRecord(**source, witnesses, *end, before) : std::nullopt;
  end = wild.value_or(*end);
  const std::optional<Error> undecoded = is_last ? std::nullopt : FindUndecoded(**source, *end);
  bool is_news = false;
  {
    const std::lock_guard lock(mutex_);
    OpenVolume& open = volumes_[volume];
    is_news = std::exchange(open.end_for_size, size) != size && *end < size;
    open.end = *end;
    if (undecoded) open.cut_off = undecoded;
  }
  // Called without the lock: the sink may use the archive.
  if (is_news) {
    using AtEnd = Problem::AtEnd;
    const AtEnd at_end = !is_last                                ? AtEnd::kNo
                         : !wild && IsIncomplete(**source, *end) ? AtEnd::kIncomplete
                                                                 : AtEnd::kDamaged;
    const std::string what = wild        ? "The last record has a stamp that others contradict"
                             : undecoded ? undecoded->what
                             : at_end == AtEnd::kIncomplete ? "Incomplete last record"
                                                            : "Damaged tail";
    Report(parts_.options.on_problem, {.code = undecoded ? undecoded->code : Errc::kTruncatedRecord,
                                       .what = what,
                                       .file = (*source)->name(),
                                       .offset = *end,
                                       .bytes_lost = size - *end,
                                       .at_end = at_end});
  }
  return end;
}

DataJudge::Witnesses OpenedVolumes::WitnessesOf(std::size_t volume,
                                                const ByteSource& source) const {
  const std::int32_t number = parts_.files.volumes[volume].number;
  return {.version = parts_.label.version,
          .start = parts_.label.start,
          .is_described = [this](MetricId id) { return parts_.metadata->FindDesc(id) != nullptr; },
          .places = KnownPlaces(source, parts_.label.version, parts_.index, number),
          .written = LastWritten(parts_.files.volumes[volume].path)};
}

bool OpenedVolumes::HasSummary(std::size_t volume) const {
  const std::lock_guard lock(summary_mutex_);
  return volumes_[volume].summary != nullptr;
}

Result<const VolumeSummary*> OpenedVolumes::Summary(std::size_t volume) const {
  const Result<const ByteSource*> source = Volume(volume);
  if (!source) return Fail(source.error());
  const Result<std::uint64_t> end = DataEnd(volume);
  if (!end) return Fail(end.error());
  std::vector<Problem> problems;
  const Result<const VolumeSummary*> summary =
      ExtendSummary(volume, **source, *end, [&](const Problem& p) { problems.push_back(p); });
  // Called without the lock: the sink may use the archive.
  for (const Problem& problem : problems) Report(parts_.options.on_problem, problem);
  return summary;
}

Result<const VolumeSummary*> OpenedVolumes::ExtendSummary(std::size_t volume,
                                                          const ByteSource& source,
                                                          std::uint64_t end,
                                                          const ProblemSink& on_problem) const {
  const std::lock_guard lock(summary_mutex_);
  OpenVolume& open = volumes_[volume];
  if (!open.summary || end < open.summary->end()) {  // the file was cut
    open.summary = std::make_unique<VolumeSummary>(parts_.label.size());
    open.summary_end = 0;
  }
  if (end != open.summary_end) {
    // If memory is refused, the summary is only half done.  Then the next caller makes a new one.
    std::unique_ptr<VolumeSummary> summary = std::move(open.summary);
    SummaryWork work{.source = source,
                     .end = end,
                     .metadata = *parts_.metadata,
                     .witnesses = WitnessesOf(volume, source),
                     .threads = parts_.options.summary_threads,
                     .on_progress = {}};
    if (parts_.options.on_summary)
      work.on_progress = [&](std::uint64_t read) {
        parts_.options.on_summary(source.name(), read, end);
      };
    const std::uint64_t before = RecordsIn(*summary);
    const Result<void> extended = fdr::ExtendSummary(*summary, work, on_problem);
    if (parts_.options.records_read != nullptr)
      *parts_.options.records_read += static_cast<int>(RecordsIn(*summary) - before);
    if (work.on_progress) work.on_progress(end);
    open.summary = std::move(summary);
    if (!extended) return Fail(extended.error());
    open.summary_end = end;
  }
  return open.summary.get();
}

Result<Timestamp> OpenedVolumes::End() const {
  const Result<std::optional<Timestamp>> last = StampsBefore(*this, count()).Previous();
  if (!last) return Fail(last.error());
  if (!*last) return Fail(Errc::kEmpty, "The archive holds no data", parts_.files.base);
  return **last;
}

}  // namespace fdr
