// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/copy_archive.h"

#include <functional>

#include "fdr/archive/archive_writer.h"
#include "fdr/archive/metadata/temporal_index.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/source/plain_file.h"

namespace fdr::test {
namespace {

Result<LabelRecord> ReadLabel(const ByteSource& source) {
  ByteBuffer start(LabelSize(Version::k3));
  const Result<std::size_t> size = source.ReadAt(0, start);
  if (!size) return Fail(size.error());
  return LabelRecord::Decode(Bytes(start).first(*size), source.name());
}

Result<void> ForEachFrame(const std::string& path,
                          const std::function<Result<void>(Bytes body)>& visit) {
  const auto source = OpenPlainFile(path);
  if (!source) return Fail(source.error());
  const Result<LabelRecord> label = ReadLabel(**source);
  if (!label) return Fail(label.error());
  FrameReader frames(**source, label->size());
  while (true) {
    const Result<std::optional<Frame>> frame = frames.Next();
    if (!frame) return Fail(frame.error());
    if (!*frame) return {};
    if (auto visited = visit((*frame)->body); !visited) return visited;
  }
}

Result<void> CopyMetadata(const std::string& path, ArchiveWriter& writer) {
  return ForEachFrame(path, [&](Bytes body) -> Result<void> {
    const Result<MetadataRecord> record = DecodeMetadata(body);
    if (!record) return Fail(record.error());
    return writer.CopyMetadata(*record);
  });
}

Result<void> CopyVolume(const VolumeFile& volume, Version version, ArchiveWriter& writer) {
  if (volume.number != writer.volume())
    if (auto started = writer.StartVolume(volume.number); !started) return started;
  ResultRecord record;
  return ForEachFrame(volume.path, [&](Bytes body) -> Result<void> {
    if (auto decoded = record.Decode(version, body); !decoded) return decoded;
    return writer.CopyResult(record);
  });
}

Result<void> CopyIndex(const std::string& path, ArchiveWriter& writer) {
  if (path.empty()) return {};
  const auto source = OpenPlainFile(path);
  if (!source) return Fail(source.error());
  const Result<TemporalIndex> index = ReadTemporalIndex(**source);
  if (!index) return Fail(index.error());
  for (const IndexEntry& entry : index->entries)
    if (auto copied = writer.CopyIndexEntry(entry); !copied) return copied;
  return {};
}

// The label of the first volume.
Result<LabelRecord> LabelOf(const ArchiveFiles& source) {
  if (auto complete = source.CheckComplete(); !complete) return Fail(complete.error());
  const auto first = OpenPlainFile(source.volumes.front().path);
  if (!first) return Fail(first.error());
  return ReadLabel(**first);
}

Result<void> CopyRecords(const ArchiveFiles& source, Version version, ArchiveWriter& writer) {
  if (auto copied = CopyMetadata(source.metadata, writer); !copied) return copied;
  for (const VolumeFile& volume : source.volumes)
    if (auto copied = CopyVolume(volume, version, writer); !copied) return copied;
  return {};
}

}  // namespace

Result<void> CopyArchive(const ArchiveFiles& source, const std::string& base) {
  const Result<LabelRecord> label = LabelOf(source);
  if (!label) return Fail(label.error());
  const WriterOptions options = {.label = *label, .keep_start = true, .copy_index = true};
  Result<ArchiveWriter> writer = ArchiveWriter::Create(base, options);
  if (!writer) return Fail(writer.error());
  if (auto copied = CopyRecords(source, label->version, *writer); !copied) return copied;
  if (auto copied = CopyIndex(source.index, *writer); !copied) return copied;
  return writer->Close();
}

Result<void> ConvertArchive(const ArchiveFiles& source, const std::string& base, Version version) {
  const Result<LabelRecord> label = LabelOf(source);
  if (!label) return Fail(label.error());
  WriterOptions options = {.label = *label, .keep_start = true};
  options.label.version = version;
  Result<ArchiveWriter> writer = ArchiveWriter::Create(base, options);
  if (!writer) return Fail(writer.error());
  if (auto copied = CopyRecords(source, label->version, *writer); !copied) return copied;
  return writer->Close();
}

}  // namespace fdr::test
