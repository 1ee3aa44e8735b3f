// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Decodes .xz from its start: all streams, one after the other, with the padding between them.
// Returns all content decoded before damage or a cut; libarchive would drop its last part.

#include <lzma.h>

#include <array>

#include "fdr/archive/source/stream_decoder.h"
#include "fdr/archive/source/xz_error.h"

namespace fdr {
namespace {

class XzDecoder final : public StreamDecoder {
 public:
  explicit XzDecoder(const ByteSource& file) : file_(file) {}
  ~XzDecoder() override { lzma_end(&lzma_); }
  XzDecoder(const XzDecoder&) = delete;
  XzDecoder& operator=(const XzDecoder&) = delete;

  Result<void> Open() {
    const lzma_ret code = lzma_stream_decoder(&lzma_, kMaxXzMemory, LZMA_CONCATENATED);
    if (code != LZMA_OK) return FailXz(code, file_.name());
    return {};
  }

  Result<std::size_t> Read(std::span<std::byte> out) override {
    lzma_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    lzma_.avail_out = out.size();
    filled_ = 0;
    while (lzma_.avail_out > 0 && !at_end_) {
      if (lzma_.avail_in == 0 && !file_ended_)
        if (const auto read = ReadMore(); !read) return Fail(read.error());
      const lzma_ret code = lzma_code(&lzma_, file_ended_ ? LZMA_FINISH : LZMA_RUN);
      filled_ = out.size() - lzma_.avail_out;
      at_end_ = code == LZMA_STREAM_END;
      if (code != LZMA_OK && !at_end_) return FailXz(code, file_.name());
    }
    return filled_;
  }

 private:
  Result<void> ReadMore() {
    const auto n = file_.ReadAt(offset_, buffer_);
    if (!n) return Fail(n.error());
    offset_ += *n;
    file_ended_ = *n == 0;
    lzma_.next_in = reinterpret_cast<const std::uint8_t*>(buffer_.data());
    lzma_.avail_in = *n;
    return {};
  }

  const ByteSource& file_;
  lzma_stream lzma_ = LZMA_STREAM_INIT;
  std::uint64_t offset_ = 0;
  std::array<std::byte, 65536> buffer_;
  bool file_ended_ = false;
  bool at_end_ = false;
};

}  // namespace

Result<std::unique_ptr<StreamDecoder>> OpenXzDecoder(const ByteSource& file) {
  auto decoder = std::make_unique<XzDecoder>(file);
  if (const auto opened = decoder->Open(); !opened) return Fail(opened.error());
  return decoder;
}

}  // namespace fdr
