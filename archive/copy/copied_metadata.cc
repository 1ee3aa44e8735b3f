// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/copied_metadata.h"

#include <algorithm>
#include <memory>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/record/read_window.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/archive/write/full_indom.h"

namespace fdr {
namespace {

// Collects small records into large writes.  Without Flush(), the last ones do not reach the file.
class FramesOut {
 public:
  explicit FramesOut(ByteSink& out) : out_(out) {}

  // To append a record to, before End().
  ByteBuffer& buffer() { return buffer_; }
  Result<void> End() { return buffer_.size() < kMostWaiting ? Result<void>() : Flush(); }
  std::uint64_t size() const { return out_.size() + buffer_.size(); }
  Result<void> Flush() {
    auto appended = out_.Append(buffer_);
    buffer_.clear();
    return appended;
  }

 private:
  static constexpr std::size_t kMostWaiting = 256 * 1024;

  ByteSink& out_;
  ByteBuffer buffer_;
};

class MetadataCopy {
 public:
  MetadataCopy(const Archive& archive, const ByteSource& source, Timestamp first, Timestamp last,
               ByteSink& out)
      : archive_(archive), source_(source), first_(first), last_(last), out_(out) {}

  Result<std::vector<MetadataPlace>> Run() {
    if (auto copied = CopyTimeless(); !copied) return Fail(copied.error());
    if (auto written = WriteHeld(); !written) return Fail(written.error());
    if (auto copied = CopyLater(); !copied) return Fail(copied.error());
    if (auto flushed = out_.Flush(); !flushed) return Fail(flushed.error());
    return std::move(places_);
  }

 private:
  struct Later {
    Timestamp stamp;
    std::uint64_t offset;
    std::size_t size;
    bool is_indom;
  };

  Result<void> CopyTimeless();
  Result<void> WriteHeld();
  Result<void> CopyLater();
  void Note(Timestamp stamp, bool is_indom) {
    places_.push_back({.stamp = stamp, .end = out_.size(), .is_indom = is_indom});
  }

  const Archive& archive_;
  const ByteSource& source_;
  Timestamp first_, last_;
  FramesOut out_;
  std::vector<Later> later_;  // the records behind `first_`
  std::vector<MetadataPlace> places_;
};

// Notes the others.
Result<void> MetadataCopy::CopyTimeless() {
  FrameReader frames(source_, archive_.label().size());
  while (true) {
    const Result<std::optional<Frame>> frame = frames.Next();
    if (!frame && !IsDamage(frame.error().code)) return Fail(frame.error());
    if (!frame || !*frame) return {};
    const Result<MetadataRecord> record = DecodeMetadata((*frame)->body);
    if (!record) continue;
    if (const Timestamp* const stamp = StampOf(*record)) {
      if (*stamp > first_ && *stamp <= last_)
        later_.push_back({*stamp, (*frame)->offset, static_cast<std::size_t>((*frame)->size()),
                          std::holds_alternative<InDomRecord>(*record)});
      continue;
    }
    {
      const FrameScope scope(out_.buffer());
      ByteWriter(out_.buffer()).Raw((*frame)->body);
    }
    if (auto ended = out_.End(); !ended) return ended;
  }
}

Result<void> MetadataCopy::WriteHeld() {
  const Metadata& metadata = archive_.metadata();
  for (const InDomHistory& domain : metadata.indoms()) {
    const std::optional<std::size_t> held = domain.At(first_);
    if (!held) continue;
    EncodeFullInDom(archive_.version(), first_, domain.id(), domain.Members(*held), out_.buffer());
    Note(first_, true);
    if (auto ended = out_.End(); !ended) return ended;
  }
  for (const LabelHistory& labels : metadata.labels()) {
    const std::optional<std::size_t> held = labels.At(first_);
    if (!held) continue;
    LabelSetRecord record = labels.Record(*held);
    record.stamp = first_;
    EncodeMetadata(archive_.version(), record, out_.buffer());
    Note(first_, false);
    if (auto ended = out_.End(); !ended) return ended;
  }
  return {};
}

// Readers sort records in the same way.
Result<void> MetadataCopy::CopyLater() {
  std::stable_sort(later_.begin(), later_.end(),
                   [](const Later& a, const Later& b) { return a.stamp < b.stamp; });
  ReadWindow window(source_);
  for (const Later& record : later_) {
    const Result<Bytes> bytes = window.At(record.offset, record.size);
    if (!bytes) return Fail(bytes.error());
    if (bytes->size() < record.size)
      return Fail(Errc::kIo, "The file was cut meanwhile", source_.name(), record.offset);
    ByteWriter(out_.buffer()).Raw(*bytes);
    Note(record.stamp, record.is_indom);
    if (auto ended = out_.End(); !ended) return ended;
  }
  return {};
}

}  // namespace

Result<DataOutput::MetadataFile> CopyMetadataOf(const Archive& archive, const SourceOptions& source,
                                                Timestamp first, Timestamp last,
                                                const LabelRecord& label, const std::string& base,
                                                FileSystem& files) {
  const auto content = OpenToLoad(archive.files().metadata, source);
  if (!content) return Fail(content.error());
  Result<ByteSink> out = ByteSink::Create(files, base + ".meta");
  if (!out) return Fail(out.error());
  LabelRecord own = label;
  own.volume = kMetadataVolume;
  ByteBuffer record;
  own.Encode(record);
  if (auto appended = out->Append(record); !appended) return Fail(appended.error());
  auto places = MetadataCopy(archive, **content, first, last, *out).Run();
  if (!places) return Fail(places.error());
  if (auto closed = SyncAndClose(*out); !closed) return Fail(closed.error());
  return DataOutput::MetadataFile{std::move(*places), out->size()};
}

}  // namespace fdr
