// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The format: https://tukaani.org/xz/xz-file-format.txt

#include <lzma.h>

#include <algorithm>
#include <array>

#include "fdr/archive/compress/block_encoder.h"

namespace fdr {
namespace {

constexpr lzma_check kCheck = LZMA_CHECK_CRC64;  // as in xz(1)

tl::unexpected<Error> Failed(lzma_ret code) {
  if (code == LZMA_MEM_ERROR) return FailForMemory();
  return Fail(Errc::kCompression, "liblzma fails with code " + std::to_string(code));
}

std::uint8_t* AsUint8(ByteBuffer& bytes) { return reinterpret_cast<std::uint8_t*>(bytes.data()); }

class XzEncoder final : public BlockEncoder {
 public:
  XzEncoder(int level, std::size_t block_size) {
    lzma_lzma_preset(&lzma_, static_cast<std::uint32_t>(level));
    // A dictionary larger than the block wastes memory, in every decoder, too.
    const auto most = static_cast<std::uint32_t>(std::max<std::size_t>(block_size, 4096));
    lzma_.dict_size = std::min(lzma_.dict_size, most);
  }

  Result<ByteBuffer> Start() const override {
    lzma_stream_flags flags{};
    flags.check = kCheck;
    ByteBuffer header(LZMA_STREAM_HEADER_SIZE);
    const lzma_ret code = lzma_stream_header_encode(&flags, AsUint8(header));
    if (code != LZMA_OK) return Failed(code);
    return header;
  }

  Result<EncodedBlock> Encode(Bytes content) const override {
    lzma_options_lzma options = lzma_;
    const std::array<lzma_filter, 2> chain = {
        {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, nullptr}}};
    lzma_block block{};
    block.version = 1;
    block.check = kCheck;
    block.filters = const_cast<lzma_filter*>(chain.data());
    EncodedBlock encoded;
    encoded.bytes.resize(lzma_block_buffer_bound(content.size()));
    std::size_t size = 0;
    const lzma_ret code = lzma_block_buffer_encode(
        &block, nullptr, reinterpret_cast<const std::uint8_t*>(content.data()), content.size(),
        AsUint8(encoded.bytes), &size, encoded.bytes.size());
    if (code != LZMA_OK) return Failed(code);
    encoded.bytes.resize(size);
    encoded.listed_size = lzma_block_unpadded_size(&block);
    encoded.content_size = content.size();
    return encoded;
  }

  std::uint64_t Memory(std::size_t size) const override {
    lzma_options_lzma options = lzma_;
    const std::array<lzma_filter, 2> chain = {
        {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, nullptr}}};
    return lzma_raw_encoder_memusage(chain.data()) + lzma_block_buffer_bound(size);
  }

  Result<ByteBuffer> End(std::span<const ListedBlock> blocks) const override {
    const std::unique_ptr<lzma_index, void (*)(lzma_index*)> index(
        lzma_index_init(nullptr), [](lzma_index* i) { lzma_index_end(i, nullptr); });
    if (!index) return Failed(LZMA_MEM_ERROR);
    for (const ListedBlock& block : blocks) {
      const lzma_ret code = lzma_index_append(index.get(), nullptr, block.size, block.content_size);
      if (code != LZMA_OK) return Failed(code);
    }
    lzma_stream_flags flags{};
    flags.check = kCheck;
    flags.backward_size = lzma_index_size(index.get());
    ByteBuffer end(flags.backward_size + LZMA_STREAM_HEADER_SIZE);
    std::size_t at = 0;
    lzma_ret code = lzma_index_buffer_encode(index.get(), AsUint8(end), &at, end.size());
    if (code == LZMA_OK) code = lzma_stream_footer_encode(&flags, AsUint8(end) + at);
    if (code != LZMA_OK) return Failed(code);
    return end;
  }

 private:
  lzma_options_lzma lzma_{};
};

}  // namespace

const EncoderLimits kXzLimits = {0, 9, 2, std::size_t{1} << 20};

std::unique_ptr<BlockEncoder> NewXzEncoder(int level, std::size_t block_size) {
  return std::make_unique<XzEncoder>(level, block_size);
}

}  // namespace fdr
