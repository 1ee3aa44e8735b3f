// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/data_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace fdr {

Result<DataOutput> DataOutput::Create(FileSystem& files, const std::string& base,
                                      const LabelRecord& label, MetadataFile metadata,
                                      VolumeBounds limit) {
  if (metadata.size > MaxFileSize(label.version))
    return Fail(Errc::kTooLarge, "More metadata than the format allows", base + ".meta");
  Result<ByteSink> sink = ByteSink::Create(files, base + ".index");
  if (!sink) return Fail(sink.error());
  IndexWriter index(std::move(*sink));
  if (auto started = index.Start(label); !started) return Fail(started.error());
  index.Collect();
  return DataOutput(files, base, label, std::move(metadata), limit, std::move(index));
}

Result<void> DataOutput::CloseVolume() {
  if (!volume_) return {};
  size_ += volume_->size();
  const Result<void> done = SyncAndClose(*volume_);
  volume_.reset();
  return done;
}

// Whole records, and how many, if that matters.
struct DataOutput::Stretch {
  Bytes frames;
  std::uint64_t records = 0;
};

// The records at the start of `frames` for which the volume has room.
DataOutput::Stretch DataOutput::Fitting(Bytes frames) const {
  if (volume_is_full_) return {};
  const std::uint64_t most = std::min(limit_.bytes, MaxFileSize(version()));
  const std::uint64_t room = most - std::min(most, volume_->size());
  const std::uint64_t records = limit_.records - std::min(limit_.records, records_);
  if (limit_.records == VolumeBounds::kNone && frames.size() <= room) return {frames, 0};
  Stretch fitting;
  std::size_t end = 0;
  while (end < frames.size() && fitting.records < records) {
    const std::size_t size = LoadU32(frames.data() + end);
    if (size > room - end) break;
    end += size;
    ++fitting.records;
  }
  fitting.frames = frames.first(end);
  return fitting;
}

Result<void> DataOutput::StartVolume() {
  if (auto closed = CloseVolume(); !closed) return closed;
  if (number_ == std::numeric_limits<std::int32_t>::max())
    return Fail(Errc::kTooLarge, "There is no volume number left", base_);
  ++number_;
  Result<ByteSink> made = ByteSink::Create(*files_, fmt::format("{}.{}", base_, number_));
  if (!made) return Fail(made.error());
  volume_ = std::move(*made);
  LabelRecord label = label_;
  label.volume = number_;
  ByteBuffer record;
  label.Encode(record);
  if (auto appended = volume_->Append(record); !appended) return appended;
  volume_is_full_ = false;
  records_ = 0;
  return {};
}

// The offsets of `data` count from a place that lies `skipped` bytes before the stretch.
Result<void> DataOutput::AppendStretch(const Stretch& stretch, std::span<const StampedRecord> data,
                                       std::uint64_t skipped) {
  const std::uint64_t start = volume_->size() - skipped;
  if (auto appended = volume_->Append(stretch.frames); !appended) return appended;
  records_ += stretch.records;
  for (const StampedRecord& record : data) {
    const MetadataPlaces::Found metadata = places_.With(record.stamp);
    const IndexEntry entry{.stamp = record.stamp,
                           .volume = number_,
                           .meta_offset = static_cast<std::int64_t>(metadata.offset),
                           .data_offset = static_cast<std::int64_t>(start + record.offset)};
    const std::uint64_t end = start + record.offset + record.size;
    if (auto done = index_.AfterRecord(entry, metadata.has_indom, end); !done) return done;
    last_ = entry;
  }
  return {};
}

// A record that is larger than the limit has a volume of its own.
Result<void> DataOutput::Append(Bytes frames, std::span<const StampedRecord> data) {
  for (std::size_t done = 0; done < frames.size();) {
    const Bytes rest = frames.subspan(done);
    Stretch stretch = Fitting(rest);
    if (stretch.frames.empty()) {
      if (auto started = StartVolume(); !started) return started;
      stretch = Fitting(rest);
      if (stretch.frames.empty()) stretch = {rest.first(LoadU32(rest.data())), 1};
      if (stretch.frames.size() > MaxFileSize(version()) - volume_->size())
        return Fail(Errc::kTooLarge, "A record larger than a volume may be", volume_->name());
    }
    const std::size_t end = done + stretch.frames.size();
    const auto behind = std::ranges::lower_bound(data, end, {}, &StampedRecord::offset);
    const auto count = static_cast<std::size_t>(behind - data.begin());
    if (auto appended = AppendStretch(stretch, data.first(count), done); !appended) return appended;
    data = data.subspan(count);
    done = end;
  }
  return {};
}

Result<void> DataOutput::Close() {
  if (auto closed = CloseVolume(); !closed) return closed;
  if (last_) {
    last_->meta_offset = static_cast<std::int64_t>(metadata_.size);
    if (auto finished = index_.Finish(*last_); !finished) return finished;
  }
  if (auto synced = index_.Sync(); !synced) return synced;
  return index_.Close();
}

}  // namespace fdr
