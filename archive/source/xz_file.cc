// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/xz_file.h"

#include <lzma.h>

#include <algorithm>
#include <array>

#include "fdr/archive/source/block_file.h"
#include "fdr/archive/source/xz_error.h"

namespace fdr {
namespace {

// Enough for four million blocks.  A block's entry takes at least two bytes in the index, and
// sixteen in memory.
constexpr std::uint64_t kMaxIndexMemory = 64 << 20;

struct Stream {
  lzma_stream lzma = LZMA_STREAM_INIT;
  ~Stream() { lzma_end(&lzma); }
};

struct Filters {
  std::array<lzma_filter, LZMA_FILTERS_MAX + 1> chain;
  Filters() { chain[0].id = LZMA_VLI_UNKNOWN; }
  ~Filters() { Clear(); }
  void Clear() { lzma_filters_free(chain.data(), nullptr); }
};

const std::uint8_t* AsUint8(Bytes bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

class XzBlockDecoder final : public BlockDecoder {
 public:
  Result<void> Start(const ByteSource& file, const BlockExtent& extent, bool checked,
                     const lzma_index_iter& at) {
    input_.Start(file, extent);
    const auto bytes = input_.Next();
    if (!bytes) return Fail(bytes.error());
    at_end_ = false;
    filters_.Clear();
    block_ = {};
    block_.version = 1;
    block_.ignore_check = checked ? 0 : 1;
    block_.filters = filters_.chain.data();
    block_.check = at.stream.flags->check;
    block_.header_size = lzma_block_header_size_decode(static_cast<std::uint32_t>((*bytes)[0]));
    if (block_.header_size > bytes->size()) return Failure(LZMA_DATA_ERROR);
    if (const lzma_ret code = lzma_block_header_decode(&block_, nullptr, AsUint8(*bytes));
        code != LZMA_OK) {
      return Failure(code);
    }
    if (const lzma_ret code = lzma_block_compressed_size(&block_, at.block.unpadded_size);
        code != LZMA_OK) {
      return Failure(code);
    }
    memory_ = lzma_raw_decoder_memusage(block_.filters);
    if (memory_ > kMaxXzMemory) return Failure(LZMA_MEMLIMIT_ERROR);
    // This reuses the memory of the block before.
    if (const lzma_ret code = lzma_block_decoder(&stream_.lzma, &block_); code != LZMA_OK)
      return Failure(code);
    stream_.lzma.next_in = AsUint8(*bytes) + block_.header_size;
    stream_.lzma.avail_in = bytes->size() - block_.header_size;
    return {};
  }

  Result<void> Read(std::span<std::byte> out) override {
    SetOutput(out);
    while (stream_.lzma.avail_out > 0) {
      if (at_end_) return Failure(LZMA_DATA_ERROR);
      if (const Result<void> decoded = Decode(); !decoded) return decoded;
    }
    return {};
  }

  Result<void> Finish() override {
    std::byte more{};
    SetOutput({&more, 1});
    while (!at_end_ && stream_.lzma.avail_out > 0)
      if (const Result<void> decoded = Decode(); !decoded) return decoded;
    if (stream_.lzma.avail_out == 0 || stream_.lzma.avail_in > 0 || !input_.AtEnd())
      return Failure(LZMA_DATA_ERROR);
    return {};
  }

  std::uint64_t memory() const override { return memory_; }

 private:
  void SetOutput(std::span<std::byte> out) {
    stream_.lzma.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    stream_.lzma.avail_out = out.size();
  }

  Result<void> Decode() {
    if (stream_.lzma.avail_in == 0 && !input_.AtEnd()) {
      const auto bytes = input_.Next();
      if (!bytes) return Fail(bytes.error());
      stream_.lzma.next_in = AsUint8(*bytes);
      stream_.lzma.avail_in = bytes->size();
    }
    // After two empty inputs in a row this returns LZMA_BUF_ERROR.
    const lzma_ret code = lzma_code(&stream_.lzma, LZMA_RUN);
    at_end_ = code == LZMA_STREAM_END;
    if (code != LZMA_OK && !at_end_) return Failure(code);
    return {};
  }

  tl::unexpected<Error> Failure(lzma_ret code) const {
    return code == LZMA_MEM_ERROR ? input_.Shortage() : input_.Failure(DescribeXz(code));
  }

  BlockInput input_;
  Filters filters_;
  lzma_block block_{};
  Stream stream_;
  std::uint64_t memory_ = 0;
  bool at_end_ = false;
};

class XzFile final : public BlockFile {
 public:
  XzFile(std::unique_ptr<ByteSource> file, XzIndex index, std::shared_ptr<BlockCache> cache)
      : BlockFile(std::move(file), index.content_size(), std::move(cache)),
        index_(std::move(index)) {}

 private:
  lzma_index_iter Locate(std::uint64_t offset) const {
    lzma_index_iter at;
    lzma_index_iter_init(&at, index_.get());
    lzma_index_iter_locate(&at, offset);
    return at;
  }

  BlockExtent Find(std::uint64_t offset) const override {
    const lzma_index_iter at = Locate(offset);
    return {.number = at.block.number_in_file,
            .file_offset = at.block.compressed_file_offset,
            .file_size = at.block.total_size,
            .content_offset = at.block.uncompressed_file_offset,
            .content_size = at.block.uncompressed_size};
  }

  Result<std::unique_ptr<BlockDecoder>> OpenBlock(const ByteSource& file, const BlockExtent& extent,
                                                  bool checked,
                                                  DecoderPool& decoders) const override {
    auto decoder = decoders.Take<XzBlockDecoder>();
    if (const Result<void> started =
            decoder->Start(file, extent, checked, Locate(extent.content_offset));
        !started)
      return Fail(started.error());
    return decoder;
  }

  XzIndex index_;
};

}  // namespace

Result<XzIndex> XzIndex::Read(const ByteSource& file) {
  Stream stream;
  lzma_index* index = nullptr;
  std::uint64_t offset = 0;
  std::array<std::byte, 16384> buffer;
  lzma_ret code = lzma_file_info_decoder(&stream.lzma, &index, kMaxIndexMemory, file.size());
  while (code == LZMA_OK) {
    if (stream.lzma.avail_in == 0) {
      const auto n = file.ReadAt(offset, buffer);
      if (!n) return Fail(n.error());
      stream.lzma.next_in = AsUint8(buffer);
      stream.lzma.avail_in = *n;
      offset += *n;
    }
    // After two empty reads in a row this returns LZMA_BUF_ERROR.
    code = lzma_code(&stream.lzma, LZMA_RUN);
    if (code == LZMA_SEEK_NEEDED) {
      offset = stream.lzma.seek_pos;
      stream.lzma.avail_in = 0;
      code = LZMA_OK;
    }
  }
  if (code != LZMA_STREAM_END) return FailXz(code, file.name());
  return XzIndex(index);
}

void XzIndex::Free::operator()(lzma_index_s* index) const { lzma_index_end(index, nullptr); }

std::uint64_t XzIndex::content_size() const { return lzma_index_uncompressed_size(index_.get()); }

std::uint64_t XzIndex::largest_block() const {
  std::uint64_t largest = 0;
  lzma_index_iter at;
  lzma_index_iter_init(&at, index_.get());
  while (!lzma_index_iter_next(&at, LZMA_INDEX_ITER_BLOCK)) {
    largest = std::max({largest, at.block.uncompressed_size, at.block.total_size});
  }
  return largest;
}

std::unique_ptr<ByteSource> OpenXzFile(std::unique_ptr<ByteSource> file, XzIndex index,
                                       std::shared_ptr<BlockCache> cache) {
  return std::make_unique<XzFile>(std::move(file), std::move(index), std::move(cache));
}

}  // namespace fdr
