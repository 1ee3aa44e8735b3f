// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/written_files.h"

#include <initializer_list>
#include <optional>
#include <utility>

namespace fdr {
namespace {

// The first failure, if any.
Result<void> First(std::initializer_list<Result<void>> outcomes) {
  for (const Result<void>& outcome : outcomes)
    if (!outcome) return outcome;
  return {};
}

}  // namespace

Result<WrittenFiles> WrittenFiles::Create(FileSystem& files, const std::string& base,
                                          const LabelRecord& label, std::uint64_t volume_limit) {
  if (auto is_free = CheckBaseIsFree(files, base); !is_free) return Fail(is_free.error());
  Result<IndexWriter> index = IndexWriter::Create(files, base);
  if (!index) return Fail(index.error());
  // Cleaning up is best effort: the error that caused it is more useful than a second error.
  const auto discard = [&files](auto& writer) {
    (void)writer->Close();
    (void)RemoveFile(files, writer->name());
  };
  if (auto locked = index->Lock(); !locked) {
    // The lock belongs to another process, which has opened this archive before it started.
    if (locked.error().code != Errc::kBusy) discard(index);
    return Fail(locked.error());
  }
  // Another recorder may have created this archive in the meantime.
  if (auto is_free = CheckBaseIsFree(files, base); !is_free) {
    discard(index);
    return Fail(is_free.error());
  }
  Result<MetadataWriter> metadata =
      MetadataWriter::Create(files, base, label.version, MaxFileSize(label.version));
  if (!metadata) {
    discard(index);
    return Fail(metadata.error());
  }
  Result<VolumeWriter> volumes = VolumeWriter::Create(files, base, label, volume_limit);
  if (!volumes) {
    discard(index);
    discard(metadata);
    return Fail(volumes.error());
  }
  return WrittenFiles{std::move(*index), std::move(*metadata), std::move(*volumes)};
}

Result<void> WrittenFiles::Start(const LabelRecord& label) {
  if (auto started = index.Start(label); !started) return started;
  if (auto started = metadata.Start(label); !started) return started;
  return volumes.Start(label);
}

Result<void> WrittenFiles::TakeNames() {
  if (auto named = index.TakeName(); !named) return named;
  if (auto named = volumes.TakeName(); !named) return named;
  return metadata.TakeName();
}

Result<void> WrittenFiles::Sync(FileSystem& files) {
  return First(
      {metadata.Sync(), volumes.Sync(), index.Sync(), SyncDirectoryOf(files, index.name())});
}

Result<std::vector<ByteSink>> WrittenFiles::HandlesToSync() {
  Result<std::optional<ByteSink>> written[] = {metadata.HandleToSync(), volumes.HandleToSync(),
                                               index.HandleToSync()};
  std::vector<ByteSink> handles;
  for (Result<std::optional<ByteSink>>& file : written) {
    if (!file) return Fail(file.error());
    if (*file) handles.push_back(std::move(**file));
  }
  return handles;
}

Result<void> WrittenFiles::Close() {
  return First({metadata.Close(), volumes.Close(), index.Close()});
}

Result<void> WrittenFiles::Discard(FileSystem& files) {
  const Result<void> closed = Close();
  const Result<void> removed =
      First({RemoveFile(files, volumes.name()), RemoveFile(files, metadata.name()),
             RemoveFile(files, index.name())});
  return closed ? removed : closed;
}

}  // namespace fdr
