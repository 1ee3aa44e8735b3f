// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/raw_dump.h"

#include <algorithm>
#include <array>
#include <optional>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/source/plain_file.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kChunk = std::size_t{64} * 1024;
constexpr std::size_t kWordSize = 4;
constexpr std::int64_t kFraming = 8;
constexpr std::uint64_t kBytesPerLine = 32;

// Reads a file from its start to its end.
class RawFile {
 public:
  explicit RawFile(const ByteSource& source) : source_(source), buffer_(kChunk) {}

  /// The next bytes, at least one and at most `n`; empty at the end of the file.
  Result<Bytes> Take(std::uint64_t n) {
    if (begin_ == end_) {
      const Result<std::size_t> got = source_.ReadAt(next_read_, buffer_);
      if (!got) return Fail(got.error());
      next_read_ += *got;
      begin_ = 0;
      end_ = *got;
    }
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(n, end_ - begin_));
    begin_ += size;
    return Bytes(buffer_).subspan(begin_ - size, size);
  }

  /// The next word; sets `size` to the number of bytes that the file still had for it.
  Result<std::int32_t> Word(std::size_t& size) {
    std::array<std::byte, kWordSize> word{};
    for (size = 0; size < kWordSize;) {
      const Result<Bytes> part = Take(kWordSize - size);
      if (!part) return Fail(part.error());
      if (part->empty()) return 0;
      std::copy(part->begin(), part->end(), word.begin() + static_cast<std::ptrdiff_t>(size));
      size += part->size();
    }
    return LoadI32(word.data());
  }

  std::uint64_t offset() const { return next_read_ - (end_ - begin_); }

 private:
  const ByteSource& source_;
  std::vector<std::byte> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // the unread part of the buffer
  std::uint64_t next_read_ = 0;
};

// `at` is the place of the first byte in the body of its record.
void AppendHex(Bytes bytes, std::uint64_t at, OutputBuffer& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const std::byte b : bytes) {
    char* p = out.Room(4);
    if (at % kBytesPerLine == 0) *p++ = '\n';
    if (at % kWordSize == 0) *p++ = ' ';
    *p++ = kDigits[std::to_integer<std::size_t>(b) >> 4];
    *p++ = kDigits[std::to_integer<std::size_t>(b) & 15];
    out.Advance(p);
    ++at;
  }
}

Result<void> DumpBody(RawFile& file, std::uint64_t size, OutputBuffer& out) {
  for (std::uint64_t at = 0; at < size;) {
    const Result<Bytes> part = file.Take(size - at);
    if (!part) return Fail(part.error());
    if (part->empty()) {
      out.Append("Unexpected EOF\n");
      break;
    }
    AppendHex(*part, at, out);
    at += part->size();
  }
  out.Append('\n');
  return {};
}

// Writes one record; false at the end of the file, or where the rest cannot be split into records.
Result<bool> DumpRecord(RawFile& file, OutputBuffer& out) {
  const std::uint64_t offset = file.offset();
  std::size_t size = 0;
  const Result<std::int32_t> length = file.Word(size);
  if (!length) return Fail(length.error());
  if (size < kWordSize) return false;
  out.Append("Dump ... record len: ").Number(*length).Append(" @ offset: ").Number(offset);
  const auto body = static_cast<std::uint64_t>(std::max<std::int64_t>(*length - kFraming, 0));
  if (const Result<void> dumped = DumpBody(file, body, out); !dumped) return Fail(dumped.error());

  const Result<std::int32_t> trailer = file.Word(size);
  if (!trailer) return Fail(trailer.error());
  if (size == 0) out.Append("Unexpected EOF\n");
  if (size < kWordSize) return false;
  if (*trailer == *length) return true;
  out.Append("Trailer botch: ").Number(*trailer).Append(" != ").Number(*length).Append('\n');
  return false;
}

}  // namespace

Result<void> DumpRaw(const std::string& path, OutputBuffer& out) {
  const Result<std::unique_ptr<ByteSource>> source = OpenPlainFile(path);
  if (!source) return Fail(source.error());
  out.Append("Raw dump of physical archive file \"").Append(path).Append("\" ...\n");
  RawFile file(**source);
  while (true) {
    const Result<bool> more = DumpRecord(file, out);
    if (!more) return Fail(more.error());
    if (!*more) return {};
  }
}

}  // namespace fdr::tools
