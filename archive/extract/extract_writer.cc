// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/extract/extract_writer.h"

#include <fmt/format.h>

#include <utility>

namespace fdr {

ExtractWriter::ExtractWriter(FileSystem& files, ExtractFiles options, ByteSink metadata,
                             ByteSink index, ByteSink volume)
    : files_(&files),
      options_(std::move(options)),
      metadata_(std::move(metadata)),
      index_(std::move(index)),
      volume_(std::move(volume)) {}

Result<ExtractWriter> ExtractWriter::Create(FileSystem& files, ExtractFiles options) {
  Result<ByteSink> metadata = ByteSink::Create(files, options.base + ".meta");
  if (!metadata) return Fail(metadata.error());
  Result<ByteSink> index = ByteSink::Create(files, options.base + ".index");
  if (!index) return Fail(index.error());
  Result<ByteSink> volume = ByteSink::Create(files, options.base + ".0");
  if (!volume) return Fail(volume.error());
  return ExtractWriter(files, std::move(options), std::move(*metadata), std::move(*index),
                       std::move(*volume));
}

Result<void> ExtractWriter::AppendLabel(ByteSink& output, std::int32_t volume) {
  LabelRecord label = options_.label;
  label.volume = volume;
  ByteBuffer record;
  label.Encode(record);
  return output.Append(record);
}

Result<void> ExtractWriter::Start(Timestamp stamp) {
  options_.label.start = stamp;
  if (auto started = AppendLabel(metadata_, kMetadataVolume); !started) return started;
  if (auto started = index_.Start(options_.label); !started) return started;
  return AppendLabel(volume_, 0);
}

// Begins a volume if the present one has as many records, or bytes, as it may have.
Result<void> ExtractWriter::MakeRoom(const Record& record) {
  const std::uint64_t limit = MaxFileSize(options_.label.version);
  if (metadata_.size() + record.metadata.size() > limit)
    return Fail(Errc::kTooLarge, "More metadata than the format allows", metadata_.name());
  const bool is_full = volume_.size() + record.frame.size() > limit && records_in_volume_ > 0;
  const bool has_all = options_.volume_records > 0 && records_in_volume_ >= options_.volume_records;
  if (!is_full && !has_all) return {};
  if (auto closed = SyncAndClose(volume_); !closed) return closed;
  Result<ByteSink> next = ByteSink::Create(*files_, fmt::format("{}.{}", options_.base, ++number_));
  if (!next) return Fail(next.error());
  volume_ = std::move(*next);
  records_in_volume_ = 0;
  if (options_.on_volume) options_.on_volume(number_, record.stamp);
  return AppendLabel(volume_, number_);
}

Result<void> ExtractWriter::Add(const Record& record) {
  if (records_ == 0)
    if (auto started = Start(record.stamp); !started) return started;
  if (auto room = MakeRoom(record); !room) return room;
  const IndexEntry entry{.stamp = record.stamp,
                         .volume = number_,
                         .meta_offset = static_cast<std::int64_t>(metadata_.size()),
                         .data_offset = static_cast<std::int64_t>(volume_.size())};
  if (auto appended = metadata_.Append(record.metadata); !appended) return appended;
  if (auto appended = volume_.Append(record.frame); !appended) return appended;
  ++records_;
  ++records_in_volume_;
  last_ = entry;
  const bool is_far = volume_.size() > next_entry_at_;
  if (records_in_volume_ > 1 && !record.has_domain && !is_far) return {};
  next_entry_at_ = volume_.size() + IndexWriter::kInterval;
  return index_.Copy(entry);
}

Result<void> ExtractWriter::Close() {
  if (last_) {
    last_->meta_offset = static_cast<std::int64_t>(metadata_.size());
    if (auto finished = index_.Finish(*last_); !finished) return finished;
  }
  if (auto closed = SyncAndClose(volume_); !closed) return closed;
  if (auto synced = index_.Sync(); !synced) return synced;
  if (auto closed = index_.Close(); !closed) return closed;
  return SyncAndClose(metadata_);
}

}  // namespace fdr
