// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/data_output.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace fdr {
Result<DataOutput> DataOutput::Create(FileSystem& files, const std::string& base,
                                      const LabelRecord& label, MetadataFile metadata) {
  if (metadata.size > MaxFileSize(label.version))
    return Fail(Errc::kTooLarge, "More metadata than the format allows", base + ".meta");
  Result<ByteSink> sink = ByteSink::Create(files, base + ".index");
  if (!sink) return Fail(sink.error());
  IndexWriter index(std::move(*sink));
  if (auto started = index.Start(label); !started) return Fail(started.error());
  index.Collect();
  return DataOutput(files, base, label, std::move(metadata), std::move(index));
}

Result<void> DataOutput::CloseVolume() {
  if (!volume_) return {};
  size_ += volume_->size();
  Result<void> done = volume_->Sync();
  if (done) done = volume_->Close();
  volume_.reset();
  return done;
}

Result<void> DataOutput::MakeRoom(std::uint64_t size) {
  if (!volume_is_full_ && size <= MaxFileSize(version()) - volume_->size()) return {};
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
  if (size <= MaxFileSize(version()) - volume_->size()) return {};
  return Fail(Errc::kTooLarge, "A record larger than a volume may be", volume_->name());
}

Result<void> DataOutput::Append(Bytes frames, std::span<const StampedRecord> data) {
  if (auto ready = MakeRoom(frames.size()); !ready) return ready;
  const std::uint64_t start = volume_->size();
  if (auto appended = volume_->Append(frames); !appended) return appended;
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
