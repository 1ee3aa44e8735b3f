// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_index.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace fdr {
namespace {

bool Before(const IndexMark& a, const IndexMark& b) {
  return std::tie(a.volume, a.offset) < std::tie(b.volume, b.offset);
}

}  // namespace

void IndexCheck::Read(const ByteSource& source, std::optional<std::uint64_t> metadata_size) {
  const std::size_t size = IndexEntrySize(archive_.version);
  ByteBuffer buffer(size * kIndexEntriesPerRead);
  std::optional<IndexEntry> previous;
  std::uint32_t zeros = 0;  // number of all-zero entries right before this one
  for (std::uint64_t at = archive_.size(); at < source.size();) {
    const Result<std::size_t> got = source.ReadAt(at, buffer);
    if (!got) {
      report_.AddUnreadable(got.error());
      break;
    }
    Bytes bytes = Bytes(buffer).first(*got);
    for (; bytes.size() >= size; bytes = bytes.subspan(size), at += size, ++entry_) {
      const IndexEntry entry = IndexEntry::Decode(archive_.version, bytes.first(size));
      const CheckPlace place{at, entry.stamp};
      if (entry == IndexEntry{}) {
        ++zeros;
        continue;
      }
      ReportZeros(std::exchange(zeros, 0));
      CheckEntry(entry, place, metadata_size);
      if (previous) CheckOrder(entry, *previous, place);
      previous = entry;
    }
    if (!bytes.empty() && *got < buffer.size()) {
      report_.Add(CheckCode::kIndexPartial, {at}, "Entry {} has {} bytes instead of {}", entry_,
                  bytes.size(), size);
      break;
    }
    if (*got == 0) break;
  }
  ReportZeros(zeros);
  if (entry_ == 0)
    report_.Add(CheckCode::kFileNoRecords, {archive_.size()}, "The index has no entries");
  std::stable_sort(metadata_marks_.begin(), metadata_marks_.end(), Before);
  std::stable_sort(data_marks_.begin(), data_marks_.end(), Before);
}

// One finding for any number of entries.
void IndexCheck::ReportZeros(std::uint32_t entries) {
  if (entries == 0) return;
  const IndexMark first{.stamp = {}, .entry = entry_ - entries};
  report_.Add(CheckCode::kIndexZeros, {EntryOffset(first)}, "Entry {}: {} bytes are zeros",
              first.entry, entries * IndexEntrySize(archive_.version));
}

void IndexCheck::CheckEntry(const IndexEntry& entry, const CheckPlace& place,
                            std::optional<std::uint64_t> metadata_size) {
  const auto first = static_cast<std::int64_t>(archive_.size());
  if (!entry.stamp.Valid())
    report_.Add(CheckCode::kIndexStampInvalid, place, "Entry {} has the stamp {}", entry_,
                StampText(entry.stamp));
  if (entry.stamp < archive_.start)
    report_.Add(CheckCode::kIndexBeforeStart, place,
                "Entry {} has the stamp {}, before the archive's start {}", entry_,
                StampText(entry.stamp), StampText(archive_.start));

  const std::int64_t end = metadata_size ? static_cast<std::int64_t>(*metadata_size)
                                         : std::numeric_limits<std::int64_t>::max();
  if (entry.meta_offset < first || entry.meta_offset > end)
    report_.Add(CheckCode::kIndexMetaOffset, place,
                "Entry {} has the metadata offset {}, not between {} and {}", entry_,
                entry.meta_offset, first, end);
  else
    metadata_marks_.push_back(
        {static_cast<std::uint64_t>(entry.meta_offset), entry.stamp, 0, entry_});

  const auto less = [](const VolumeFile& v, std::int32_t number) { return v.number < number; };
  const auto volume = std::lower_bound(volumes_.begin(), volumes_.end(), entry.volume, less);
  const bool volume_exists = volume != volumes_.end() && volume->number == entry.volume;
  if (entry.volume < 0)
    report_.Add(CheckCode::kIndexVolumeNumber, place, "Entry {} has the volume number {}", entry_,
                entry.volume);
  else if (!volume_exists)
    report_.Add(CheckCode::kIndexVolumeMissing, place,
                "Entry {} points into volume {}, which is not there", entry_, entry.volume);
  if (entry.data_offset < first)
    report_.Add(CheckCode::kIndexDataOffset, place,
                "Entry {} has the data offset {}, before the end of the label at {}", entry_,
                entry.data_offset, first);
  else if (volume_exists)
    data_marks_.push_back(
        {static_cast<std::uint64_t>(entry.data_offset), entry.stamp, entry.volume, entry_});
}

void IndexCheck::CheckOrder(const IndexEntry& entry, const IndexEntry& previous,
                            const CheckPlace& place) {
  if (entry.stamp < previous.stamp)
    report_.Add(CheckCode::kIndexBackwards, place, "Entry {} goes back from {} to {}", entry_,
                StampText(previous.stamp), StampText(entry.stamp));
  else if (entry.stamp == previous.stamp)
    report_.Add(CheckCode::kIndexRepeated, place, "Entry {} has the same stamp as the one before",
                entry_);
  if (entry.volume < previous.volume)
    report_.Add(CheckCode::kIndexVolumeBackwards, place, "Entry {} goes back from volume {} to {}",
                entry_, previous.volume, entry.volume);
  if (entry.volume != previous.volume) return;
  if (entry.meta_offset < previous.meta_offset)
    report_.Add(CheckCode::kIndexMetaBackwards, place,
                "Entry {} goes back from metadata offset {} to {}", entry_, previous.meta_offset,
                entry.meta_offset);
  if (entry.data_offset < previous.data_offset)
    report_.Add(CheckCode::kIndexDataBackwards, place,
                "Entry {} goes back from data offset {} to {}", entry_, previous.data_offset,
                entry.data_offset);
}

std::span<const IndexMark> IndexCheck::DataMarks(std::int32_t volume) const {
  const auto less = [](const IndexMark& a, const IndexMark& b) { return a.volume < b.volume; };
  const auto range = std::equal_range(data_marks_.begin(), data_marks_.end(),
                                      IndexMark{.stamp = {}, .volume = volume}, less);
  return {range.first, range.second};
}

void IndexCheck::CheckEnd(Timestamp end) {
  for (const IndexMark& mark : data_marks_)
    if (mark.stamp > end)
      report_.Add(CheckCode::kIndexAfterEnd, {EntryOffset(mark), mark.stamp},
                  "Entry {} has the stamp {}, after the last record's {}", mark.entry,
                  StampText(mark.stamp), StampText(end));
}

void IndexMarkWalk::PassBy(std::uint64_t offset, CheckCode code, const char* kind) {
  for (; !marks_.empty() && marks_.front().offset < offset; marks_ = marks_.subspan(1))
    index_.report().Add(code, PlaceOf(marks_.front()), "Entry {}: no {} record begins at {}",
                        marks_.front().entry, kind, marks_.front().offset);
}

void IndexMarkWalk::MeetMetadata(std::uint64_t offset, Timestamp latest) {
  PassBy(offset, CheckCode::kIndexNoMetadata, "metadata");
  for (; At(offset); marks_ = marks_.subspan(1))
    if (const IndexMark& mark = marks_.front(); latest > mark.stamp)
      index_.report().Add(CheckCode::kIndexLaterMetadata, PlaceOf(mark),
                          "Entry {}, with the stamp {}: metadata of {} lie before offset {}",
                          mark.entry, StampText(mark.stamp), StampText(latest), offset);
}

void IndexMarkWalk::MeetData(std::uint64_t offset, Timestamp stamp, Timestamp latest) {
  PassBy(offset, CheckCode::kIndexNoRecord, "data");
  for (; At(offset); marks_ = marks_.subspan(1)) {
    const IndexMark& mark = marks_.front();
    if (mark.stamp != stamp)
      index_.report().Add(CheckCode::kIndexStampDiffers, PlaceOf(mark),
                          "Entry {} has the stamp {}, the record at {} has {}", mark.entry,
                          StampText(mark.stamp), offset, StampText(stamp));
    if (latest > mark.stamp)
      index_.report().Add(CheckCode::kIndexLaterData, PlaceOf(mark),
                          "Entry {}, with the stamp {}: a record of {} lies before offset {}",
                          mark.entry, StampText(mark.stamp), StampText(latest), offset);
  }
}

void IndexMarkWalk::EndMetadata(std::uint64_t size, Timestamp latest) {
  MeetMetadata(size, latest);  // the end of the file is a good place for the last entry
}

void IndexMarkWalk::EndData(std::uint64_t size) {
  PassBy(size, CheckCode::kIndexNoRecord, "data");
  for (; At(size); marks_ = marks_.subspan(1))
    index_.report().Add(CheckCode::kIndexAtEnd, PlaceOf(marks_.front()),
                        "Entry {} points at the end of the volume", marks_.front().entry);
  for (; !marks_.empty(); marks_ = marks_.subspan(1))
    index_.report().Add(CheckCode::kIndexDataOffset, PlaceOf(marks_.front()),
                        "Entry {} has the data offset {}, behind the end of the volume at {}",
                        marks_.front().entry, marks_.front().offset, size);
}

}  // namespace fdr
