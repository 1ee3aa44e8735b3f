// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How an ArchiveWriter goes on with an archive that is there.

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "fdr/archive/archive_tail.h"
#include "fdr/archive/archive_writer.h"
#include "fdr/archive/compress/compressed_twin.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/write/written_files.h"

namespace fdr {
namespace {

// A label holds only as much of the host's name as fits, so the wanted name is cut as well.
Result<void> CheckSameSource(const LabelRecord& there, const LabelRecord& wanted,
                             const std::string& base) {
  if (there.version != wanted.version)
    return Fail(Errc::kUnsupportedVersion, "The archive that is there has another version", base);
  ByteBuffer bytes;
  wanted.Encode(bytes);
  const Result<LabelRecord> stored = LabelRecord::Decode(bytes, base);
  if (!stored) return Fail(stored.error());
  if (stored->host == there.host) return {};
  return Fail(Errc::kHostMismatch,
              fmt::format("The archive that is there is of host {}, not of {}", there.host.view(),
                          stored->host.view()),
              base);
}

// The last volume, or the next one.
Result<VolumeWriter> OpenVolume(FileSystem& files, const std::string& base, const ArchiveTail& tail,
                                LabelRecord label, std::uint64_t limit) {
  if (!tail.is_compressed) {
    label.volume = tail.volume;
    Result<VolumeWriter> volume = VolumeWriter::Open(files, base, label, limit);
    if (!volume) return volume;
    // While the lock is held no process compresses the volume; but one may have done so just
    // before.
    if (auto locked = volume->Lock(); !locked) return Fail(locked.error());
    if (FindVolume(base, tail.volume) != volume->name())
      return Fail(Errc::kBusy, "Somebody has just compressed it", volume->name());
    if (auto alone = RemoveCompressedTwins(files, volume->name()); !alone)
      return Fail(alone.error());
    return volume;
  }
  if (tail.volume == std::numeric_limits<std::int32_t>::max())
    return Fail(Errc::kTooLarge, "There is no volume number left", base);
  label.volume = tail.volume + 1;
  return VolumeWriter::CreateNext(files, base, label, limit);
}

}  // namespace

// This loses no data: without metadata, no program reads the other files.
Result<ArchiveWriter> ArchiveWriter::BeginAnew(const std::string& base,
                                               const WriterOptions& options, FileSystem& files) {
  const Result<ArchiveFiles> there = FindArchiveFiles(base);
  if (!there) return Fail(there.error());
  std::vector<std::string> paths = {there->metadata};
  for (const VolumeFile& volume : there->volumes) paths.push_back(volume.path);
  paths.push_back(there->index);
  for (const std::string& path : paths)
    if (!path.empty())
      if (auto removed = RemoveFile(files, path); !removed) return Fail(removed.error());
  return Create(base, options, files);
}

Result<ArchiveWriter> ArchiveWriter::Resume(const std::string& base, const WriterOptions& options,
                                            FileSystem& files) {
  (void)FindArchiveFiles(base);  // ends a replacement that was interrupted
  Result<IndexWriter> index = IndexWriter::Open(files, base);
  if (!index && index.error().code != Errc::kNotFound) return Fail(index.error());
  if (index)
    if (auto settled = SettleNewborns(files, base); !settled) return Fail(settled.error());
  if (index && IsStillborn(base)) return BeginAnew(base, options, files);
  // FindArchiveTail() checks which files of the archive exist.
  Result<ArchiveTail> tail = FindArchiveTail(base);
  if (!tail) return Fail(tail.error());
  if (!index) return Fail(index.error());
  if (!tail->last_stamp) return BeginAnew(base, options, files);
  LabelRecord wanted = options.label;
  if (options.keep_version) wanted.version = tail->label.version;
  if (auto same = CheckSameSource(tail->label, wanted, base); !same) return Fail(same.error());
  WriterOptions resumed = options;
  resumed.label = tail->label;
  const LabelRecord& label = resumed.label;
  Result<MetadataWriter> metadata = MetadataWriter::Open(
      files, base, label.version, MaxFileSize(label.version), std::move(tail->metadata));
  if (!metadata) return Fail(metadata.error());
  Result<VolumeWriter> volumes = OpenVolume(files, base, *tail, label, options.volume_limit);
  if (!volumes) return Fail(volumes.error());
  ArchiveWriter writer(files, resumed,
                       {std::move(*index), std::move(*metadata), std::move(*volumes)});
  if (auto continued = writer.Continue(*tail); !continued) return Fail(continued.error());
  return writer;
}

// Cuts the index, then data, then metadata: so at any moment all data are described, and all index
// entries point at data.
Result<void> ArchiveWriter::Continue(const ArchiveTail& tail) {
  const LabelRecord& label = options_.label;
  has_names_ = true;
  if (auto cut = written_->index.Cut(version_, tail.index_end, tail.entry); !cut) return cut;
  if (tail.index_end == 0)
    if (auto started = written_->index.Start(label); !started) return started;
  if (!tail.is_compressed)
    if (auto cut = written_->volumes.Cut(tail.volume_end); !cut) return cut;
  if (!tail.is_compressed && tail.volume_end == 0)
    if (auto started = written_->volumes.Start(label); !started) return started;
  if (auto cut = written_->metadata.Cut(tail.metadata_end); !cut) return cut;
  start_ = label.start;
  last_written_ = tail.last_stamp;
  return {};
}

}  // namespace fdr
