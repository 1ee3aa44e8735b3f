// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/stream_file.h"

#include <fmt/format.h>

#include <optional>

#include "fdr/archive/base/memory_source.h"
#include "fdr/archive/source/stream_decoder.h"
#include "fdr/archive/source/temp_file.h"

namespace fdr {
namespace {

constexpr std::size_t kChunk = 256 << 10;

// Collects content, in memory until it gets too large.
class Content {
 public:
  Content(const std::string& name, const SourceOptions& options) : name_(name), options_(options) {}

  Result<void> Append(Bytes bytes) {
    const std::uint64_t size = file_ ? file_->size() : memory_.size();
    if (bytes.size() > options_.max_content - std::min(size, options_.max_content)) {
      return Fail(Errc::kTooLarge,
                  fmt::format("Decodes to more than {} bytes", options_.max_content), name_);
    }
    if (!file_ && size + bytes.size() > options_.max_in_memory) {
      if (const auto moved = MoveToFile(); !moved) return Fail(moved.error());
    }
    if (file_) return file_->Append(bytes);
    memory_.insert(memory_.end(), bytes.begin(), bytes.end());
    return {};
  }

  bool empty() const { return !file_ && memory_.empty(); }

  std::unique_ptr<ByteSource> IntoSource() && {
    if (file_) return std::move(*file_).IntoSource(name_);
    memory_.shrink_to_fit();
    return std::make_unique<MemorySource>(name_, std::move(memory_));
  }

 private:
  Result<void> MoveToFile() {
    if (options_.temp_directory.empty()) {
      return Fail(
          Errc::kTooLarge,
          fmt::format(
              "Decodes to more than {} bytes, and there is no directory for temporary files",
              options_.max_in_memory),
          name_);
    }
    auto file = TempFile::Create(options_.temp_directory);
    if (!file) return Fail(file.error());
    if (const auto written = file->Append(memory_); !written) return Fail(written.error());
    file_ = std::move(*file);
    memory_ = {};
    return {};
  }

  const std::string& name_;
  const SourceOptions& options_;
  ByteBuffer memory_;
  std::optional<TempFile> file_;
};

// Of a damaged file, the content is what lies before the damage.
Result<void> DecodeInto(Content& content, const ByteSource& file, Compression compression) {
  const auto decoder = OpenStreamDecoder(file, compression);
  if (!decoder) return Fail(decoder.error());
  ByteBuffer chunk(kChunk);
  while (true) {
    const auto read = (*decoder)->Read(chunk);
    const Bytes decoded = Bytes(chunk).first((*decoder)->filled());
    if (const auto kept = content.Append(decoded); !kept) return kept;
    if (!read) return Fail(read.error());
    if (*read < kChunk) return {};
  }
}

}  // namespace

Result<std::unique_ptr<ByteSource>> OpenStreamFile(const ByteSource& file, Compression compression,
                                                   const SourceOptions& options) {
  Content content(file.name(), options);
  const auto decoded = DecodeInto(content, file, compression);
  if (!decoded) return Fail(decoded.error());
  return std::move(content).IntoSource();
}

Result<std::unique_ptr<ByteSource>> OpenStreamStart(const ByteSource& file, Compression compression,
                                                    const SourceOptions& options) {
  Content content(file.name(), options);
  const auto decoded = DecodeInto(content, file, compression);
  if (!decoded && (decoded.error().code != Errc::kCompression || content.empty()))
    return Fail(decoded.error());
  return std::move(content).IntoSource();
}

}  // namespace fdr
