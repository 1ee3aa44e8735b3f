// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/ordered_writer.h"

#include <utility>
#include <variant>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {

Result<ByteSink> OrderedWriter::Create(std::string_view suffix, std::int32_t number) {
  Result<ByteSink> sink = ByteSink::Create(files_, base_ + std::string(suffix));
  if (!sink) return sink;
  LabelRecord label = label_;
  label.volume = number;
  ByteBuffer record;
  label.Encode(record);
  if (auto appended = sink->Append(record); !appended) return Fail(appended.error());
  return sink;
}

Result<void> OrderedWriter::Begin(const LabelRecord& label) {
  label_ = label;
  Result<ByteSink> index = ByteSink::Create(files_, base_ + ".index");
  if (!index) return Fail(index.error());
  index_.emplace(std::move(*index));
  if (auto started = index_->Start(label_); !started) return started;
  Result<ByteSink> meta = Create(".meta", kMetadataVolume);
  if (!meta) return Fail(meta.error());
  meta_ = std::move(*meta);
  meta_before_ = meta_->size();
  return {};
}

// The record in frame_.
Result<void> OrderedWriter::AppendFrame(ByteSink& file, const char* too_large) {
  if (file.size() + frame_.size() <= MaxFileSize(label_.version)) return file.Append(frame_);
  return Fail(Errc::kTooLarge, too_large, file.name());
}

Result<void> OrderedWriter::Add(const MetadataRecord& record) {
  if (!std::holds_alternative<DescRecord>(record)) wants_entry_ = true;
  frame_.clear();
  EncodeMetadata(label_.version, record, frame_);
  return AppendFrame(*meta_, "More metadata than the format allows");
}

Result<void> OrderedWriter::CloseVolume() {
  if (!volume_) return {};
  Result<void> done = SyncAndClose(*volume_);
  volume_.reset();
  return done;
}

Result<void> OrderedWriter::StartVolume(std::int32_t number) {
  if (auto closed = CloseVolume(); !closed) return closed;
  Result<ByteSink> file = Create('.' + std::to_string(number), number);
  if (!file) return Fail(file.error());
  volume_ = std::move(*file);
  number_ = number;
  wants_entry_ = true;
  return {};
}

Result<void> OrderedWriter::AddEntry(Timestamp stamp) {
  const IndexEntry entry{.stamp = stamp,
                         .volume = number_,
                         .meta_offset = static_cast<std::int64_t>(meta_before_),
                         .data_offset = static_cast<std::int64_t>(volume_->size())};
  if (std::exchange(wants_entry_, false)) {
    last_.reset();
    return index_->Copy(entry);
  }
  last_ = entry;
  return {};
}

Result<void> OrderedWriter::Add(const CopiedRecord& record) {
  if (next_volume_)
    if (auto started = StartVolume(*std::exchange(next_volume_, std::nullopt)); !started)
      return started;
  const Timestamp stamp = record.values.stamp();
  if (auto added = AddEntry(stamp); !added) return added;
  meta_before_ = meta_->size();
  frame_.clear();
  if (record.version == label_.version) {
    const FrameScope scope(frame_);
    ByteWriter(frame_).Raw(record.body);
  } else if (record.values.is_mark()) {
    ResultEncoder::EncodeMark(label_.version, stamp, frame_);
  } else {
    encoder_.Begin(stamp);
    for (const ValueSet& set : record.values.sets()) encoder_.CopySet(set);
    encoder_.Encode(label_.version, frame_);
  }
  wants_entry_ = record.values.is_mark();
  return AppendFrame(*volume_, "A volume larger than the format allows");
}

Result<void> OrderedWriter::End() {
  if (auto closed = CloseVolume(); !closed) return closed;
  if (last_) {
    last_->meta_offset = static_cast<std::int64_t>(meta_->size());
    if (auto finished = index_->Copy(*last_); !finished) return finished;
  }
  Result<void> done = SyncAndClose(*meta_);
  if (done) done = index_->Sync();
  return done ? index_->Close() : done;
}

}  // namespace fdr
