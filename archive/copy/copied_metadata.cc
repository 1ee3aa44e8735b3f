// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/copied_metadata.h"

#include <algorithm>
#include <memory>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/files/collecting_files.h"
#include "fdr/archive/record/read_window.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/archive/write/full_indom.h"

namespace fdr {
namespace {

class MetadataCopy {
 public:
  MetadataCopy(const Archive& archive, const ByteSource& source, Timestamp first, Timestamp last,
               ByteSink& out)
      : archive_(archive), source_(source), first_(first), last_(last), out_(out) {}

  Result<std::vector<MetadataPlace>> Run() {
    if (auto copied = CopyTimeless(); !copied) return Fail(copied.error());
    if (auto written = WriteHeld(); !written) return Fail(written.error());
    if (auto copied = CopyLater(); !copied) return Fail(copied.error());
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
  Result<void> Append(Bytes record, Timestamp stamp, bool is_indom);

  const Archive& archive_;
  const ByteSource& source_;
  Timestamp first_, last_;
  ByteSink& out_;
  ByteBuffer frame_;          // the record to be written
  std::vector<Later> later_;  // the records behind `first_`
  std::vector<MetadataPlace> places_;
};

Result<void> MetadataCopy::Append(Bytes record, Timestamp stamp, bool is_indom) {
  if (auto appended = out_.Append(record); !appended) return appended;
  places_.push_back({.stamp = stamp, .end = out_.size(), .is_indom = is_indom});
  return {};
}

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
    frame_.clear();
    {
      const FrameScope scope(frame_);
      ByteWriter(frame_).Raw((*frame)->body);
    }
    if (auto appended = out_.Append(frame_); !appended) return appended;
  }
}

Result<void> MetadataCopy::WriteHeld() {
  const Metadata& metadata = archive_.metadata();
  for (const InDomHistory& domain : metadata.indoms()) {
    const std::optional<std::size_t> held = domain.At(first_);
    if (!held) continue;
    frame_.clear();
    EncodeFullInDom(archive_.version(), first_, domain.id(), domain.Members(*held), frame_);
    if (auto appended = Append(frame_, first_, true); !appended) return appended;
  }
  for (const LabelHistory& labels : metadata.labels()) {
    const std::optional<std::size_t> held = labels.At(first_);
    if (!held) continue;
    LabelSetRecord record = labels.Record(*held);
    record.stamp = first_;
    frame_.clear();
    EncodeMetadata(archive_.version(), record, frame_);
    if (auto appended = Append(frame_, first_, false); !appended) return appended;
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
    if (auto appended = Append(*bytes, record.stamp, record.is_indom); !appended) return appended;
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
  CollectingFiles collecting(files);
  Result<ByteSink> out = ByteSink::Create(collecting, base + ".meta");
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
