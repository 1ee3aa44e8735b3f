// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/stream_decoder.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <optional>

namespace fdr {
namespace {

// Named one by one, because archive_read_support_filter_by_code() would link every filter of
// libarchive.
struct Filter {
  int code;
  int (*support)(archive*);
};

Filter FilterFor(Compression compression) {
  switch (compression) {
    case Compression::kNone:
    case Compression::kXz:
    case Compression::kGzip:
      break;
    case Compression::kLzma:
      return {ARCHIVE_FILTER_LZMA, archive_read_support_filter_lzma};
    case Compression::kBzip2:
      return {ARCHIVE_FILTER_BZIP2, archive_read_support_filter_bzip2};
    case Compression::kCompress:
      return {ARCHIVE_FILTER_COMPRESS, archive_read_support_filter_compress};
    case Compression::kZstd:
      return {ARCHIVE_FILTER_ZSTD, archive_read_support_filter_zstd};
  }
  return {ARCHIVE_FILTER_NONE, archive_read_support_filter_none};
}

class LibarchiveDecoder final : public StreamDecoder {
 public:
  LibarchiveDecoder(const ByteSource& file, Compression compression)
      : file_(file), compression_(compression), archive_(archive_read_new()) {}

  Result<void> Open() {
    archive* a = archive_.get();
    if (a == nullptr) return FailForMemory(file_.name());
    const Filter filter = FilterFor(compression_);
    if (filter.support(a) != ARCHIVE_OK) return Failure();
    // Without the format `empty`, a compressed file with empty content would be an error.
    if (archive_read_support_format_raw(a) != ARCHIVE_OK) return Failure();
    if (archive_read_support_format_empty(a) != ARCHIVE_OK) return Failure();
    if (archive_read_open(a, this, nullptr, ReadFile, nullptr) != ARCHIVE_OK) return Failure();
    archive_entry* entry;
    const int header = archive_read_next_header(a, &entry);
    if (header != ARCHIVE_OK && header != ARCHIVE_EOF) return Failure();
    // A filter that does not recognise its format passes the bytes on unchanged.
    if (archive_filter_code(a, 0) != filter.code) {
      return Fail(Errc::kCompression, fmt::format("Not {} data", CompressionName(compression_)),
                  file_.name());
    }
    if (header == ARCHIVE_EOF) return End();
    return {};
  }

  Result<std::size_t> Read(std::span<std::byte> out) override {
    filled_ = 0;
    while (filled_ < out.size() && !at_end_) {
      const la_ssize_t n =
          archive_read_data(archive_.get(), out.data() + filled_, out.size() - filled_);
      if (n < 0) return Failure();
      filled_ += static_cast<std::size_t>(n);
      if (n == 0) {
        if (const auto end = End(); !end) return Fail(end.error());
      }
    }
    return filled_;
  }

 private:
  struct Free {
    void operator()(archive* a) const { archive_read_free(a); }
  };

  static la_ssize_t ReadFile(archive*, void* self, const void** buffer) {
    auto& decoder = *static_cast<LibarchiveDecoder*>(self);
    const auto n = decoder.file_.ReadAt(decoder.offset_, decoder.buffer_);
    if (!n) {
      decoder.read_error_ = n.error();
      return ARCHIVE_FATAL;
    }
    decoder.offset_ += *n;
    *buffer = decoder.buffer_.data();
    return static_cast<la_ssize_t>(*n);
  }

  // libarchive takes unknown bytes after the data, even the start of a second stream, for padding,
  // and ignores them.
  Result<void> End() {
    at_end_ = true;
    const auto consumed = static_cast<std::uint64_t>(archive_filter_bytes(archive_.get(), -1));
    if (consumed == file_.size()) return {};
    return Fail(Errc::kCompression,
                fmt::format("Garbage behind the {} data", CompressionName(compression_)),
                file_.name(), consumed);
  }

  tl::unexpected<Error> Failure() const {
    if (read_error_) return Fail(*read_error_);
    if (archive_errno(archive_.get()) == ENOMEM) return FailForMemory(file_.name());
    const char* why = archive_error_string(archive_.get());
    return Fail(Errc::kCompression,
                fmt::format("Damaged or truncated {} data ({})", CompressionName(compression_),
                            why != nullptr ? why : "no reason given"),
                file_.name());
  }

  const ByteSource& file_;
  Compression compression_;
  std::unique_ptr<archive, Free> archive_;
  std::uint64_t offset_ = 0;
  std::array<std::byte, 65536> buffer_;
  std::optional<Error> read_error_;
  bool at_end_ = false;
};

}  // namespace

Result<std::unique_ptr<StreamDecoder>> OpenStreamDecoder(const ByteSource& file,
                                                         Compression compression) {
  if (compression == Compression::kGzip) return OpenGzipDecoder(file);
  if (compression == Compression::kXz) return OpenXzDecoder(file);
  auto decoder = std::make_unique<LibarchiveDecoder>(file, compression);
  if (const auto opened = decoder->Open(); !opened) return Fail(opened.error());
  return decoder;
}

}  // namespace fdr
