// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

#include "fdr/archive/source/stream_decoder.h"

namespace fdr {
namespace {

class GzipDecoder final : public StreamDecoder {
 public:
  explicit GzipDecoder(const ByteSource& file) : file_(file) {}
  ~GzipDecoder() override { inflateEnd(&zlib_); }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  Result<void> Open() {
    constexpr int kGzipOnly = 16;
    if (inflateInit2(&zlib_, MAX_WBITS + kGzipOnly) != Z_OK) return FailForMemory(file_.name());
    return {};
  }

  Result<std::size_t> Read(std::span<std::byte> out) override {
    filled_ = 0;
    while (filled_ < out.size()) {
      if (zlib_.avail_in == 0) {
        const auto n = file_.ReadAt(offset_, buffer_);
        if (!n) return Fail(n.error());
        if (*n == 0 && between_members_) break;
        if (*n == 0) return Fail(Errc::kCompression, "Truncated gzip data", file_.name());
        offset_ += *n;
        zlib_.next_in = reinterpret_cast<const Bytef*>(buffer_.data());
        zlib_.avail_in = static_cast<uInt>(*n);
      }
      if (between_members_) inflateReset(&zlib_);
      const std::size_t room =
          std::min<std::size_t>(out.size() - filled_, std::numeric_limits<uInt>::max());
      zlib_.next_out = reinterpret_cast<Bytef*>(out.data() + filled_);
      zlib_.avail_out = static_cast<uInt>(room);
      const int code = inflate(&zlib_, Z_NO_FLUSH);
      filled_ += room - zlib_.avail_out;
      if (code == Z_MEM_ERROR) return FailForMemory(file_.name());
      if (code != Z_OK && code != Z_STREAM_END)
        return Fail(Errc::kCompression, "Damaged gzip data", file_.name());
      between_members_ = code == Z_STREAM_END;
    }
    return filled_;
  }

 private:
  const ByteSource& file_;
  z_stream zlib_{};
  std::uint64_t offset_ = 0;
  std::array<std::byte, 65536> buffer_;
  bool between_members_ = false;
};

}  // namespace

Result<std::unique_ptr<StreamDecoder>> OpenGzipDecoder(const ByteSource& file) {
  auto decoder = std::make_unique<GzipDecoder>(file);
  if (const auto opened = decoder->Open(); !opened) return Fail(opened.error());
  return decoder;
}

}  // namespace fdr
