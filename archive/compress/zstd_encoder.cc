// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <zstd.h>
#include <zstd_errors.h>

#include <vector>

#include "fdr/archive/compress/block_encoder.h"
#include "fdr/archive/source/zstd_seek_table.h"

namespace fdr {
namespace {

class ZstdEncoder final : public BlockEncoder {
 public:
  explicit ZstdEncoder(int level) : level_(level) {}

  Result<ByteBuffer> Start() const override { return ByteBuffer(); }

  Result<EncodedBlock> Encode(Bytes content) const override {
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                       &ZSTD_freeCCtx);
    if (!context) return FailForMemory();
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level_);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    EncodedBlock encoded;
    encoded.bytes.resize(ZSTD_compressBound(content.size()));
    // In one piece, so the frame states its content's size.
    const std::size_t size = ZSTD_compress2(context.get(), encoded.bytes.data(),
                                            encoded.bytes.size(), content.data(), content.size());
    if (ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation) return FailForMemory();
    if (ZSTD_isError(size) != 0)
      return Fail(Errc::kCompression, std::string("libzstd: ") + ZSTD_getErrorName(size));
    encoded.bytes.resize(size);
    encoded.listed_size = size;
    encoded.content_size = content.size();
    return encoded;
  }

  std::uint64_t Memory(std::size_t size) const override {
    // The library's own estimate is not part of its stable interface.  These are upper limits of
    // what ZSTD_sizeof_CCtx() said of each level and of sizes from 4 KiB to 4 MiB.
    const std::uint64_t context = (2 << 20) + (level_ <= 3 ? 0 : 16 * std::uint64_t{size});
    return context + ZSTD_compressBound(size);
  }

  Result<ByteBuffer> End(std::span<const ListedBlock> blocks) const override {
    std::vector<ZstdSeekTable::Entry> entries;
    entries.reserve(blocks.size());
    for (const ListedBlock& block : blocks)
      entries.push_back({.file_size = static_cast<std::uint32_t>(block.size),
                         .content_size = static_cast<std::uint32_t>(block.content_size)});
    return ZstdSeekTable::Encode(entries);
  }

 private:
  int level_;
};

}  // namespace

const EncoderLimits kZstdLimits = {1, 19, 3, std::size_t{4} << 20};

std::unique_ptr<BlockEncoder> NewZstdEncoder(int level) {
  return std::make_unique<ZstdEncoder>(level);
}

}  // namespace fdr
