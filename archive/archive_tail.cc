// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/archive_tail.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>

#include "fdr/archive/archive.h"
#include "fdr/archive/metadata/temporal_index.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/salvage/data_judge.h"
#include "fdr/archive/salvage/metadata_judge.h"
#include "fdr/archive/salvage/record_salvager.h"
#include "fdr/archive/source/compressed_file.h"

namespace fdr {
namespace {

bool IsPlain(const std::string& path) { return CompressionSuffix(path).empty(); }

// Returns the end of the last sound record, or of the first for which `on_sound` asks to stop.
// Sound records that follow damage are an error, because cutting there would lose them.
Result<std::uint64_t> FindSoundEnd(const ByteSource& source, std::uint64_t label_size,
                                   RecordJudge& judge,
                                   const std::function<bool(Bytes body)>& on_sound) {
  RecordSalvager salvager(source, label_size, true, judge);
  std::uint64_t end = label_size;
  std::optional<std::uint64_t> damage;
  while (true) {
    const auto item = salvager.Next();
    if (!item) return Fail(item.error());
    if (!*item) return end;
    const auto* const record = std::get_if<SalvagedRecord>(&**item);
    if (record == nullptr || record->mended) {
      if (!damage) damage = end;
      continue;
    }
    if (damage)
      return Fail(Errc::kCorruptRecord, "Damaged, with sound records behind: to be repaired first",
                  source.name(), *damage);
    end = record->frame.end();
    if (!on_sound(record->frame.body)) return end;
  }
}

// Accepts data records if every metric in them is described.  Without metadata, accepts any
// metrics.
class DescribedJudge : public ValueJudge {
 public:
  using ValueJudge::ValueJudge;

  Result<void> Check(Bytes body) override {
    if (auto checked = ValueJudge::Check(body); !checked || !witnesses().is_described)
      return checked;
    for (const ValueSet& set : record().sets())
      if (!witnesses().is_described(set.id()))
        return Fail(Errc::kCorruptRecord, "A metric that is not described");
    return {};
  }
  Trust Weigh(Bytes body) override { return Check(body) ? ValueJudge::Weigh(body) : Trust::kNone; }
};

// Surveys the data of the volumes, one after the other.
class DataSurvey {
 public:
  explicit DataSurvey(DataJudge::Witnesses witnesses) : witnesses_(std::move(witnesses)) {}

  Result<std::uint64_t> FindEnd(const ByteSource& volume, std::optional<KnownPlaces> places) {
    return Find(volume, std::move(places), true);
  }
  /// Whether the volume has a record.
  Result<bool> FindAny(const ByteSource& volume) {
    const Result<std::uint64_t> end = Find(volume, std::nullopt, false);
    if (!end) return Fail(end.error());
    return *end > LabelSize(witnesses_.version);
  }

  std::optional<Timestamp> latest() const { return latest_; }

 private:
  Result<std::uint64_t> Find(const ByteSource& volume, std::optional<KnownPlaces> places,
                             bool all) {
    witnesses_.places = std::move(places);
    DescribedJudge judge(witnesses_);
    return FindSoundEnd(volume, LabelSize(witnesses_.version), judge, [&](Bytes body) {
      const Timestamp stamp = *ResultRecord::DecodeStamp(witnesses_.version, body);
      judge.Took(stamp);
      latest_ = std::max(stamp, latest_.value_or(stamp));
      return all;
    });
  }

  DataJudge::Witnesses witnesses_;
  std::optional<Timestamp> latest_;
};

// Whether the only volume has no record.  Without data the content of the other files is of no use.
Result<bool> HasNoData(const VolumeFile& only) {
  const Result<std::unique_ptr<ByteSource>> source = OpenSource(only.path);
  if (!source) return Fail(source.error());
  const std::uint64_t size = (*source)->size();
  if (size < LabelSize(Version::k2)) return true;
  const Result<ByteBuffer> prefix = DecodePrefix(only.path, LabelSize(Version::k3));
  if (!prefix) return Fail(prefix.error());
  const Result<LabelRecord> label = LabelRecord::Decode(*prefix, only.path);
  if (!label) return size < LabelSize(Version::k3) && LoadU32(prefix->data()) > size;
  DataSurvey survey(
      {.version = label->version, .start = label->start, .is_described = {}, .places = {}});
  const Result<bool> any = survey.FindAny(**source);
  if (!any) return Fail(any.error());
  return !*any;
}

class Survey {
 public:
  Survey(ArchiveFiles files, std::unique_ptr<Archive> archive)
      : files_(std::move(files)), archive_(std::move(archive)) {
    tail_.label = archive_->label();
  }

  Result<ArchiveTail> Run() {
    if (auto read = ReadMetadata(); !read) return Fail(read.error());
    if (auto read = ReadVolumes(); !read) return Fail(read.error());
    if (auto read = ReadIndex(); !read) return Fail(read.error());
    return std::move(tail_);
  }

 private:
  Version version() const { return tail_.label.version; }

  Result<void> ReadMetadata();
  Result<void> ReadVolumes();
  Result<std::uint64_t> EndOfVolume(std::size_t volume, DataSurvey& data) const;
  Result<void> ReadIndex();
  bool IsOfUse(const IndexEntry& entry) const;

  ArchiveFiles files_;
  std::unique_ptr<Archive> archive_;
  ArchiveTail tail_;
};

Result<void> Survey::ReadMetadata() {
  const auto source = OpenSource(files_.metadata);
  if (!source) return Fail(source.error());
  MetadataJudge judge;
  std::optional<InDomId> foreign;  // of a delta, which version 2 does not have
  std::uint64_t size = 0;          // of the last record
  const auto take = [&](Bytes body) {
    const Result<MetadataRecord> record =
        DecodeMetadata(body);  // cannot fail: the judge has decoded it, too
    const auto* const indom = std::get_if<InDomRecord>(&*record);
    if (indom != nullptr && indom->is_delta && version() == Version::k2) foreign = indom->indom;
    size = body.size() + kFrameOverhead;
    tail_.metadata.Take(version(), *record);
    return !foreign;
  };
  const Result<std::uint64_t> end = FindSoundEnd(**source, tail_.label.size(), judge, take);
  if (!end) return Fail(end.error());
  if (foreign)
    return Fail(
        Errc::kCorruptRecord,
        fmt::format("A change of instance domain {} as only version 3 has it: to be repaired "
                    "first",
                    ToString(*foreign)),
        files_.metadata, *end - size);
  tail_.metadata_end = *end;
  if (const std::optional<InDomId> lost = tail_.metadata.FindLostDomain())
    return Fail(Errc::kCorruptRecord,
                fmt::format("A change of instance domain {} does not fit: to be repaired first",
                            ToString(*lost)),
                files_.metadata);
  return {};
}

// Returns 0 for a volume that has not got its label yet.
Result<std::uint64_t> Survey::EndOfVolume(std::size_t volume, DataSurvey& data) const {
  const VolumeFile& file = files_.volumes[volume];
  if (volume == archive_->volume_count()) return 0;
  // A cut compressed volume must be repaired first, though its start can be read.
  if (!IsPlain(file.path))
    if (const auto whole = OpenSource(file.path); !whole) return Fail(whole.error());
  const Result<const ByteSource*> source = archive_->Volume(volume);
  if (source)
    return data.FindEnd(**source, KnownPlaces(**source, version(), archive_->index(), file.number));
  if (source.error().code != Errc::kBadLabel) return Fail(source.error());
  const auto bytes = OpenSource(file.path);
  if (!bytes) return Fail(bytes.error());
  const Result<std::uint64_t> end = data.FindEnd(**bytes, std::nullopt);
  if (end && *end == tail_.label.size()) return 0;
  return Fail(end ? source.error() : end.error());
}

// Reads the last volume and, until data are found, the volumes before it.
Result<void> Survey::ReadVolumes() {
  const VolumeFile& last = files_.volumes.back();
  tail_.volume = last.number;
  tail_.is_compressed = !IsPlain(last.path);
  DataSurvey data(
      {.version = version(),
       .start = tail_.label.start,
       .is_described = [this](MetricId id) { return tail_.metadata.FindDesc(id) != nullptr; },
       .places = {}});
  for (std::size_t volume = files_.volumes.size(); volume-- > 0 && !data.latest();) {
    const Result<std::uint64_t> end = EndOfVolume(volume, data);
    if (!end) return Fail(end.error());
    if (volume + 1 == files_.volumes.size()) {
      tail_.volume_end = *end;
      continue;
    }
    const Result<const ByteSource*> source = archive_->Volume(volume);
    if (!source) return Fail(source.error());
    if (*end < (*source)->size())
      return Fail(Errc::kCorruptRecord, "Damaged, with another volume behind: to be repaired first",
                  files_.volumes[volume].path, *end);
  }
  if (!data.latest()) return Fail(Errc::kEmpty, "The archive holds no data", files_.base);
  tail_.last_stamp = data.latest();
  return {};
}

bool Survey::IsOfUse(const IndexEntry& entry) const {
  const auto least = static_cast<std::int64_t>(tail_.label.size());
  if (entry.stamp > *tail_.last_stamp || entry.meta_offset < least || entry.data_offset < least)
    return false;
  if (static_cast<std::uint64_t>(entry.meta_offset) > tail_.metadata_end) return false;
  const auto offset = static_cast<std::uint64_t>(entry.data_offset);
  if (entry.volume == tail_.volume && offset >= tail_.volume_end) return false;
  const std::optional<std::size_t> volume = archive_->VolumeNumbered(entry.volume);
  if (!volume) return false;
  const Result<const ByteSource*> source = archive_->Volume(*volume);
  if (!source || offset >= (*source)->size()) return false;
  FrameReader frames(**source, tail_.label.size());
  frames.Seek(offset);
  const Result<std::optional<FrameHead>> head = frames.NextHead();
  if (!head || !*head) return false;
  const Result<Timestamp> stamp = ResultRecord::DecodeStamp(version(), (*head)->body);
  return stamp && *stamp == entry.stamp;
}

// The index is a hint: without a label it is started again.  But an entry for a record that was cut
// off would point into the middle of a later record.
Result<void> Survey::ReadIndex() {
  const auto source = OpenSource(files_.index);
  if (!source) return Fail(source.error());
  Result<TemporalIndex> index = ReadTemporalIndex(**source);
  if (!index) return {};
  std::vector<IndexEntry>& entries = index->entries;
  while (!entries.empty() && !IsOfUse(entries.back())) entries.pop_back();
  tail_.index_end = tail_.label.size() + entries.size() * IndexEntrySize(version());
  if (!entries.empty()) tail_.entry = entries.back();
  return {};
}

}  // namespace

bool IsStillborn(const std::string& base) {
  const Result<ArchiveFiles> files = FindArchiveFiles(base);
  if (!files || !files->volumes.empty()) return false;
  const auto is_empty = [](const std::string& path) {
    std::error_code unknown;
    return path.empty() || (std::filesystem::file_size(path, unknown) == 0 && !unknown);
  };
  return is_empty(files->index) && is_empty(files->metadata);
}

Result<ArchiveTail> FindArchiveTail(const std::string& base) {
  Result<ArchiveFiles> files = FindArchiveFiles(base);
  if (!files) return Fail(files.error());
  if (auto complete = files->CheckComplete(); !complete) return Fail(complete.error());
  if (files->index.empty())
    return Fail(Errc::kMissingFile, "The index is missing: to be repaired first", base + ".index");
  for (const std::string& path : {files->metadata, files->index})
    if (!IsPlain(path))
      return Fail(Errc::kInvalidArgument, "Nothing can be appended to a compressed file", path);
  if (const VolumeFile& first = files->volumes.front();
      files->volumes.size() == 1 && IsPlain(first.path)) {
    const Result<bool> is_new = HasNoData(first);
    if (!is_new) return Fail(is_new.error());
    if (*is_new) {
      ArchiveTail tail;
      tail.volume = first.number;
      return tail;
    }
  }
  OpenOptions options;
  options.metadata_damage = MetadataDamage::kSkip;
  Result<std::unique_ptr<Archive>> archive = Archive::Open(*files, options);
  if (!archive) return Fail(archive.error());
  return Survey(std::move(*files), std::move(*archive)).Run();
}

}  // namespace fdr
