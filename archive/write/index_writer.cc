// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/index_writer.h"

namespace fdr {

Result<IndexWriter> IndexWriter::Create(FileSystem& files, const std::string& base) {
  Result<ByteSink> sink = MakeNewborn(files, base + ".index", kIndexVolume);
  if (!sink) return Fail(sink.error());
  return IndexWriter(std::move(*sink));
}

Result<IndexWriter> IndexWriter::Open(FileSystem& files, const std::string& base) {
  Result<ByteSink> sink = ByteSink::Open(files, base + ".index");
  if (!sink) return Fail(sink.error());
  if (auto locked = sink->Lock(); !locked) return Fail(locked.error());
  return IndexWriter(std::move(*sink));
}

Result<void> IndexWriter::Cut(Version version, std::uint64_t end,
                              const std::optional<IndexEntry>& last) {
  version_ = version;
  if (last) {
    last_stamp_ = last->stamp;
    last_volume_ = last->volume;
    next_at_ = static_cast<std::uint64_t>(last->data_offset) + kInterval;
  }
  return sink_.Cut(end);
}

Result<void> IndexWriter::Start(LabelRecord label) {
  version_ = label.version;
  label.volume = kIndexVolume;
  ByteBuffer record;
  label.Encode(record);
  return sink_.Append(record);
}

Result<void> IndexWriter::AfterRecord(const IndexEntry& entry, bool has_indom,
                                      std::uint64_t volume_size) {
  const bool is_first = entry.volume != last_volume_;
  if (!is_first && !has_indom && volume_size <= next_at_) return {};
  if (entry.stamp == last_stamp_) return {};
  if (auto copied = Copy(entry); !copied) return copied;
  next_at_ = volume_size + kInterval;
  return {};
}

Result<void> IndexWriter::Finish(const IndexEntry& last) {
  if (last.stamp == last_stamp_) return {};
  return Copy(last);
}

Result<void> IndexWriter::Copy(const IndexEntry& entry) {
  constexpr std::size_t kMostCollected = 64 * 1024;
  entry.Encode(version_, collected_);
  last_stamp_ = entry.stamp;
  last_volume_ = entry.volume;
  return collects_ && collected_.size() < kMostCollected ? Result<void>() : Flush();
}

Result<void> IndexWriter::Flush() {
  auto appended = sink_.Append(collected_);
  collected_.clear();
  return appended;
}

Result<void> IndexWriter::Sync() {
  if (!collected_.empty())
    if (auto flushed = Flush(); !flushed) return flushed;
  return sink_.Sync();
}

}  // namespace fdr
