// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/copy_files.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "fdr/archive/files/archive_mode.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/replacement_journal.h"
#include "fdr/archive/files/staged_files.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/archive/source/plain_file.h"

namespace fdr {
namespace {

// Between two calls of keep_going: bytes that the system copies, and bytes that are compressed.
constexpr std::uint64_t kBytesBetweenCalls = 64 << 20;
constexpr std::uint64_t kContentBetweenCalls = 1 << 20;

bool IsUncompressed(const std::string& path) { return CompressionSuffix(path).empty(); }

// `end`, if a record begins there that its writer has not completed; otherwise all of the file.
std::uint64_t WithoutTornRecord(const ByteSource& file, std::uint64_t label_size,
                                std::uint64_t end) {
  FrameReader frames(file, label_size);
  frames.Seek(end);
  const auto next = frames.Next();
  return !next && next.error().code == Errc::kTruncatedRecord ? end : file.size();
}

// The end of the last whole record, or of the file if it is damaged.
std::uint64_t EndOfMetadata(const ByteSource& file, std::uint64_t label_size) {
  FrameReader frames(file, label_size);
  while (true) {
    const auto next = frames.NextHead();
    if (!next || !*next) return WithoutTornRecord(file, label_size, frames.position());
  }
}

std::uint64_t EndOfIndex(const ByteSource& file, const LabelRecord& label) {
  if (file.size() < label.size()) return file.size();
  return file.size() - (file.size() - label.size()) % IndexEntrySize(label.version);
}

// ".0.xz" of "db1" and "db1.0.xz", also if that file waits for its name (replacement_journal.h).
std::string SuffixBehind(const std::string& base, const std::string& path) {
  const std::string stem = std::filesystem::path(base).filename();
  const std::string name = std::filesystem::path(path).filename();
  return NameReplaced(name).value_or(name).substr(stem.size());
}

class FilesCopy {
 public:
  FilesCopy(Archive& archive, std::string out, const CopyFilesOptions& options, FileSystem& files)
      : archive_(archive),
        out_(std::move(out)),
        options_(options),
        staged_(files, ModeForCopy(archive.files())) {}

  Result<std::uint64_t> Run();

 private:
  struct Part {
    std::string path;
    std::uint64_t size = 0;                      // of what is copied
    std::unique_ptr<ByteSource> file = nullptr;  // of a part that may grow
    bool is_decoded = false;
  };

  Result<void> Open();
  Result<void> OpenVolumes();
  bool IsToBeDecoded(const std::string& path) const;
  Result<std::unique_ptr<ByteSource>> OpenPart(Part& part);
  Result<void> Copy(Part& part);

  Archive& archive_;
  std::string out_;
  const CopyFilesOptions& options_;
  StagedFiles staged_;
  std::vector<Part> parts_;  // the metadata last
  std::uint64_t size_ = 0;
  std::uint64_t done_ = 0;
};

// A writer appends to the metadata first, then to the data, and to the index last.  So the files
// are opened in the other order: what their sizes include fits together.
Result<void> FilesCopy::Open() {
  const LabelRecord& label = archive_.label();
  if (const std::string& path = archive_.files().index; !path.empty()) {
    auto index = OpenPlainFile(path);
    if (!index) return Fail(index.error());
    const std::uint64_t end = IsUncompressed(path) ? EndOfIndex(**index, label) : (*index)->size();
    parts_.push_back({path, end, std::move(*index)});
  }
  if (auto refreshed = archive_.Refresh(); !refreshed) return refreshed;
  if (auto opened = OpenVolumes(); !opened) return opened;
  const std::string& path = archive_.files().metadata;
  auto metadata = OpenPlainFile(path);
  if (!metadata) return Fail(metadata.error());
  const std::uint64_t end =
      IsUncompressed(path) ? EndOfMetadata(**metadata, label.size()) : (*metadata)->size();
  parts_.push_back({path, end, std::move(*metadata)});
  for (Part& part : parts_) {
    part.is_decoded = options_.compression && IsToBeDecoded(part.path);
    size_ += part.size;
  }
  return {};
}

bool FilesCopy::IsToBeDecoded(const std::string& path) const {
  if (IsUncompressed(path) || path == archive_.files().index) return false;
  const bool is_metadata = path == archive_.files().metadata;
  const ArchiveCompression& wanted = *options_.compression;
  return CompressionSuffix(path) != SuffixOf(is_metadata ? wanted.metadata : wanted.volumes);
}

// Only the last volume may grow.
Result<void> FilesCopy::OpenVolumes() {
  const std::vector<VolumeFile>& volumes = archive_.files().volumes;
  for (const VolumeFile& volume : volumes) {
    std::error_code unknown;
    const std::uint64_t size = std::filesystem::file_size(volume.path, unknown);
    if (unknown) return FailSystem(unknown.value(), volume.path);
    parts_.push_back({volume.path, size});
  }
  Part& last = parts_.back();
  if (!IsUncompressed(last.path)) return {};
  auto file = OpenPlainFile(last.path);
  if (!file) return Fail(file.error());
  const Result<std::uint64_t> end = archive_.DataEnd(volumes.size() - 1);
  if (!end) return Fail(end.error());
  last.size = WithoutTornRecord(**file, archive_.label().size(), *end);
  last.file = std::move(*file);
  return {};
}

// A part that is to have another compression is decoded.
Result<std::unique_ptr<ByteSource>> FilesCopy::OpenPart(Part& part) {
  if (part.is_decoded) {
    auto content = OpenSource(part.path, options_.source);
    if (!content) return content;
    size_ += (*content)->size() - part.size;
    part.size = (*content)->size();
    return content;
  }
  return part.file ? std::move(part.file) : OpenPlainFile(part.path);
}

Result<void> FilesCopy::Copy(Part& part) {
  auto file = OpenPart(part);
  if (!file) return Fail(file.error());
  std::string suffix = SuffixBehind(archive_.files().base, part.path);
  if (part.is_decoded) suffix.resize(suffix.size() - CompressionSuffix(suffix).size());
  Result<ByteSink> out = ByteSink::Create(staged_, out_ + suffix);
  if (!out) return Fail(out.error());
  const std::uint64_t most = options_.compression ? kContentBetweenCalls : kBytesBetweenCalls;
  for (std::uint64_t at = 0; at < part.size; at = out->size()) {
    const double share = static_cast<double>(done_ + at) / static_cast<double>(size_);
    if (options_.keep_going && !options_.keep_going(share))
      return Fail(Errc::kCancelled, "Stopped before the end");
    const std::uint64_t piece = std::min(most, part.size - at);
    if (auto copied = out->AppendFrom(**file, at, piece); !copied) return copied;
  }
  done_ += part.size;
  return SyncAndClose(*out);
}

// The metadata are created first, and so get their name last: without them the files are no
// archive.
Result<std::uint64_t> FilesCopy::Run() {
  if (auto opened = Open(); !opened) return Fail(opened.error());
  for (auto part = parts_.rbegin(); part != parts_.rend(); ++part)
    if (auto copied = Copy(*part); !copied) return Fail(copied.error());
  if (auto committed = staged_.Commit(); !committed) return Fail(committed.error());
  return size_;
}

}  // namespace

std::uint64_t SizeOnDisk(const ArchiveFiles& files) {
  std::uint64_t size = 0;
  const auto add = [&size](const std::string& path) {
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
    if (!unknown) size += bytes;
  };
  add(files.metadata);
  if (!files.index.empty()) add(files.index);
  for (const VolumeFile& volume : files.volumes) add(volume.path);
  return size;
}

Result<std::uint64_t> CopyFiles(Archive& archive, const std::string& out,
                                const CopyFilesOptions& options, FileSystem& files) {
  if (auto is_new = CheckIsNew(files, out); !is_new) return Fail(is_new.error());
  return FilesCopy(archive, out, options, files).Run();
}

}  // namespace fdr
