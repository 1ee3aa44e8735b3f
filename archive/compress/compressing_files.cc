// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/compress/compressing_files.h"

#include <cctype>
#include <cerrno>
#include <utility>

namespace fdr {
namespace {

constexpr std::string_view kMetadataSuffix = ".meta";

Compression FormatOfFile(const std::string& path) {
  const std::string_view suffix = CompressionSuffix(path);
  if (suffix.empty()) return Compression::kNone;
  return suffix == SuffixOf(Compression::kZstd) ? Compression::kZstd : Compression::kXz;
}

int ErrnoOf(const Error& error) { return error.system_error != 0 ? error.system_error : EIO; }

}  // namespace

std::string_view SuffixOf(Compression format) {
  return format == Compression::kXz ? ".xz" : format == Compression::kZstd ? ".zst" : "";
}

ArchiveCompression CompressionOf(const ArchiveFiles& archive) {
  ArchiveCompression found;
  found.metadata = FormatOfFile(archive.metadata);
  for (const VolumeFile& volume : archive.volumes)
    if (found.volumes == Compression::kNone) found.volumes = FormatOfFile(volume.path);
  return found;
}

struct CompressingFiles::OpenFile {
  explicit OpenFile(ByteSink file) : sink(std::move(file)), name(sink.name()) {}

  // The first failure is final.
  Result<void> Note(Result<void> done) {
    has_failed |= !done;
    return done;
  }
  Result<void> Finish() {
    if (has_failed) return sink.Close();
    Result<void> done = stream->Finish();
    if (done) done = sink.Sync();
    const Result<void> closed = sink.Close();
    return done ? closed : done;
  }

  ByteSink sink;
  std::string name;
  std::uint64_t content_size = 0;
  std::unique_ptr<CompressStream> stream;
  bool has_failed = false;
};

CompressingFiles::CompressingFiles(FileSystem& files, const std::string& base,
                                   ArchiveCompression compression, unsigned threads)
    : files_(files), base_(base), compression_(compression), threads_(threads) {}

CompressingFiles::~CompressingFiles() = default;

// `end_of_part` is where the suffix belongs.
Compression CompressingFiles::FormatOf(const std::string& path, std::size_t& end_of_part) const {
  if (!path.starts_with(base_)) return Compression::kNone;
  const std::string_view part = std::string_view(path).substr(base_.size());
  std::size_t end = 0;
  Compression format = Compression::kNone;
  if (part.starts_with(kMetadataSuffix)) {
    end = kMetadataSuffix.size();
    format = compression_.metadata;
  } else if (part.starts_with('.')) {
    for (end = 1; end < part.size() && std::isdigit(static_cast<unsigned char>(part[end]));) ++end;
    if (end > 1) format = compression_.volumes;
  }
  const std::string_view rest = part.substr(std::min(end, part.size()));
  if (!rest.empty() && rest.front() != '.') return Compression::kNone;
  for (const std::string_view suffix : kCompressionSuffixes)
    if (rest == suffix || (rest.starts_with(suffix) && rest[suffix.size()] == '.'))
      return Compression::kNone;
  end_of_part = base_.size() + end;
  return format;
}

std::string CompressingFiles::NameOf(const std::string& path) const {
  std::size_t end = 0;
  const Compression format = FormatOf(path, end);
  return std::string(path).insert(end, SuffixOf(format));
}

int CompressingFiles::Create(const std::string& path, mode_t mode) {
  std::size_t end = 0;
  const Compression format = FormatOf(path, end);
  if (format == Compression::kNone) return files_.Create(path, mode);
  Result<ByteSink> sink = ByteSink::Create(files_, NameOf(path), mode);
  if (!sink) return -ErrnoOf(sink.error());
  auto file = std::make_unique<OpenFile>(std::move(*sink));
  auto stream = CompressStream::Begin({.format = format, .threads = threads_}, file->sink);
  if (!stream) {
    (void)file->sink.Close();
    (void)RemoveFile(files_, NameOf(path));
    return -ErrnoOf(stream.error());
  }
  file->stream = std::move(*stream);
  open_.emplace(++last_, std::move(file));
  return last_;
}

std::int64_t CompressingFiles::Write(int fd, Bytes bytes) {
  const auto file = open_.find(fd);
  if (file == open_.end()) return files_.Write(fd, bytes);
  if (file->second->has_failed) return -EIO;
  const auto done = file->second->Note(file->second->stream->Append(bytes));
  if (!done) return -ErrnoOf(done.error());
  file->second->content_size += bytes.size();
  return static_cast<std::int64_t>(bytes.size());
}

int CompressingFiles::Close(int fd) {
  const auto file = open_.find(fd);
  if (file == open_.end()) return files_.Close(fd);
  const Result<void> done = file->second->Finish();
  closed_[file->second->name] = {file->second->sink.size(), file->second->content_size};
  open_.erase(file);
  return done ? 0 : -ErrnoOf(done.error());
}

int CompressingFiles::Remove(const std::string& path) {
  const int result = files_.Remove(NameOf(path));
  if (result == 0) closed_.erase(NameOf(path));
  return result;
}

int CompressingFiles::Rename(const std::string& from, const std::string& to) {
  const int result = files_.Rename(NameOf(from), NameOf(to));
  auto renamed = result == 0 ? closed_.extract(NameOf(from)) : decltype(closed_)::node_type();
  if (!renamed) return result;
  renamed.key() = NameOf(to);
  closed_.insert(std::move(renamed));
  return result;
}

std::uint64_t CompressingFiles::size() const {
  std::uint64_t size = 0;
  for (const auto& [name, sizes] : closed_) size += sizes.file;
  return size;
}

std::uint64_t CompressingFiles::content_size() const {
  std::uint64_t size = 0;
  for (const auto& [name, sizes] : closed_) size += sizes.content;
  return size;
}

}  // namespace fdr
