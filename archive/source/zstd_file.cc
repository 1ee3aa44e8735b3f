// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/zstd_file.h"

#define ZSTD_STATIC_LINKING_ONLY  // for ZSTD_d_forceIgnoreChecksum, without which it works as well
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <limits>

#include "fdr/archive/source/zstd_frame.h"
#include "fdr/archive/source/zstd_seek_table.h"

namespace fdr {
namespace {

constexpr const char* kDamaged = "The zstd file is damaged or truncated";

tl::unexpected<Error> Damaged(const ByteSource& file, std::uint64_t offset) {
  return Fail(Errc::kCompression, kDamaged, file.name(), offset);
}

// Returns the few bytes of a header, but reads whole pages from the file, because blocks may be
// tiny.
class HeaderReader {
 public:
  explicit HeaderReader(const ByteSource& file) : file_(file) {}

  /// Returns `n` bytes, or fewer at the end of the file; valid until the next call.
  Result<Bytes> At(std::uint64_t offset, std::size_t n) {
    if (offset < start_ || offset - start_ > filled_ || n > filled_ - (offset - start_)) {
      const auto filled = file_.ReadAt(offset, page_);
      if (!filled) return Fail(filled.error());
      start_ = offset;
      filled_ = *filled;
    }
    const auto from = static_cast<std::size_t>(offset - start_);
    // Bytes appended to a growing file meanwhile do not count.
    const std::uint64_t rest = std::min<std::uint64_t>(filled_ - from, file_.size() - offset);
    return Bytes(page_).subspan(from, static_cast<std::size_t>(std::min<std::uint64_t>(n, rest)));
  }

  Result<ZstdFrameHeader> FrameAt(std::uint64_t offset) {
    const auto bytes = At(offset, kMaxZstdFrameHeader);
    if (!bytes) return Fail(bytes.error());
    const auto header = ZstdFrameHeader::Decode(*bytes);
    if (!header) return Damaged(file_, offset);
    return *header;
  }

  /// Walks from block to block.  An error if the frame ends after the end of the file.
  Result<std::uint64_t> EndOfFrame(std::uint64_t offset, const ZstdFrameHeader& header) {
    std::uint64_t at = offset + header.size;
    if (header.skippable) {
      if (header.skippable_size > file_.size() - at) return Damaged(file_, offset);
      return at + header.skippable_size;
    }
    std::uint64_t most_content = 0;
    for (bool last = false; !last;) {
      const auto bytes = At(at, kZstdBlockHeader);
      if (!bytes) return Fail(bytes.error());
      const auto block = ZstdBlockHeader::Decode(*bytes);
      if (!block || block->size > file_.size() - at - kZstdBlockHeader) return Damaged(file_, at);
      at += kZstdBlockHeader + block->size;
      most_content += kMaxZstdBlockContent;
      last = block->last;
    }
    const std::uint64_t checksum_size = header.has_checksum ? 4 : 0;
    if (checksum_size > file_.size() - at || header.content_size > most_content)
      return Damaged(file_, offset);
    return at + checksum_size;
  }

 private:
  const ByteSource& file_;
  std::array<std::byte, 4096> page_;
  std::uint64_t start_ = 0;
  std::size_t filled_ = 0;
};

class ZstdFrameDecoder final : public BlockDecoder {
 public:
  Result<void> Start(const ByteSource& file, const BlockExtent& extent, bool checked) {
    input_.Start(file, extent);
    const auto bytes = input_.Next();
    if (!bytes) return Fail(bytes.error());
    const auto header =
        ZstdFrameHeader::Decode(bytes->first(std::min(bytes->size(), kMaxZstdFrameHeader)));
    if (!context_) return input_.Shortage();
    if (!header) return Damaged();
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_and_parameters);
    if (!checked)
      ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_forceIgnoreChecksum, ZSTD_d_ignoreChecksum);
    // If a frame states the size of its content, its window takes no more memory than this size.
    if (header->content_size)
      ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax,
                             ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound);
    in_ = {bytes->data(), bytes->size(), 0};
    at_end_ = false;
    return {};
  }

  Result<void> Read(std::span<std::byte> out) override {
    ZSTD_outBuffer into{out.data(), out.size(), 0};
    while (into.pos < into.size) {
      if (at_end_) return Damaged();
      if (const Result<void> decoded = Decode(into); !decoded) return decoded;
    }
    return {};
  }

  // A second frame after this one would be no part of it.
  Result<void> Finish() override {
    std::byte more{};
    ZSTD_outBuffer into{&more, 1, 0};
    while (!at_end_ && into.pos == 0)
      if (const Result<void> decoded = Decode(into); !decoded) return decoded;
    if (into.pos > 0 || in_.pos < in_.size || !input_.AtEnd()) return Damaged();
    return {};
  }

  std::uint64_t memory() const override { return ZSTD_sizeof_DCtx(context_.get()); }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };

  Result<void> Decode(ZSTD_outBuffer& into) {
    if (in_.pos == in_.size && !input_.AtEnd()) {
      const auto bytes = input_.Next();
      if (!bytes) return Fail(bytes.error());
      in_ = {bytes->data(), bytes->size(), 0};
    }
    const std::size_t consumed = in_.pos, produced = into.pos;
    const std::size_t left = ZSTD_decompressStream(context_.get(), &into, &in_);
    if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation) return input_.Shortage();
    const bool stands_still = in_.pos == consumed && into.pos == produced;
    if (ZSTD_isError(left) != 0 || (left > 0 && stands_still)) return Damaged();
    at_end_ = left == 0;
    return {};
  }

  tl::unexpected<Error> Damaged() const { return input_.Failure(kDamaged); }

  std::unique_ptr<ZSTD_DCtx, Free> context_{ZSTD_createDCtx()};
  BlockInput input_;
  ZSTD_inBuffer in_{};
  bool at_end_ = false;
};

class ZstdFile final : public BlockFile {
 public:
  ZstdFile(std::unique_ptr<ByteSource> file, ZstdFrames frames, std::shared_ptr<BlockCache> cache)
      : BlockFile(std::move(file), frames.content_size(), std::move(cache)),
        frames_(std::move(frames)) {}

 private:
  BlockExtent Find(std::uint64_t offset) const override { return frames_.Find(offset); }

  Result<std::unique_ptr<BlockDecoder>> OpenBlock(const ByteSource& file, const BlockExtent& extent,
                                                  bool checked,
                                                  DecoderPool& decoders) const override {
    auto decoder = decoders.Take<ZstdFrameDecoder>();
    if (const Result<void> started = decoder->Start(file, extent, checked); !started)
      return Fail(started.error());
    return decoder;
  }

  ZstdFrames frames_;
};

}  // namespace

Result<std::optional<ZstdFrames>> ZstdFrames::Read(const ByteSource& file) {
  const auto table = ZstdSeekTable::Read(file);
  if (!table) return Fail(table.error());
  if (!*table) return Walk(file);
  auto frames = FromSeekTable(file, **table);
  if (!frames) return Fail(std::move(frames.error()));
  return std::move(*frames);
}

Result<ZstdFrames> ZstdFrames::FromSeekTable(const ByteSource& file, const ZstdSeekTable& table) {
  const std::uint64_t end = file.size() - table.size_in_file;
  const auto lies = [&file](std::uint64_t offset) {
    return Fail(Errc::kCompression, "The zstd seek table does not match the frames", file.name(),
                offset);
  };
  ZstdFrames frames;
  HeaderReader headers(file);
  std::uint64_t at = 0;
  for (const ZstdSeekTable::Entry& entry : table.frames) {
    if (entry.file_size > end - at) return lies(at);
    const auto header = headers.FrameAt(at);
    if (!header) return Fail(header.error());
    if (entry.content_size > 0) {
      // A frame need not state its size; then decoding will show it.
      const auto stated = header->skippable ? 0 : header->content_size;
      if (stated.value_or(entry.content_size) != entry.content_size) return lies(at);
    } else {
      // This frame will never be decoded, so check that nothing hides in it or after it.
      const auto frame_end = headers.EndOfFrame(at, *header);
      if (!frame_end) return Fail(frame_end.error());
      if (!header->Empty() || *frame_end != at + entry.file_size) return lies(at);
    }
    frames.Add(at, entry.file_size, entry.content_size);
    at += entry.file_size;
  }
  if (at != end) return lies(at);
  return frames;
}

Result<std::optional<ZstdFrames>> ZstdFrames::Walk(const ByteSource& file) {
  ZstdFrames frames;
  HeaderReader headers(file);
  std::uint64_t at = 0;
  do {
    const auto header = headers.FrameAt(at);
    if (!header) return Fail(header.error());
    if (!header->skippable && !header->content_size) return std::nullopt;
    const auto end = headers.EndOfFrame(at, *header);
    if (!end) return Fail(end.error());
    if (!frames.Add(at, *end - at, header->content_size.value_or(0))) return Damaged(file, at);
    at = *end;
  } while (at < file.size());
  return frames;
}

bool ZstdFrames::Add(std::uint64_t file_offset, std::uint64_t file_size,
                     std::uint64_t content_size) {
  if (content_size > std::numeric_limits<std::int64_t>::max() - content_size_) return false;
  if (content_size > 0) {
    frames_.push_back({.number = frames_.size(),
                       .file_offset = file_offset,
                       .file_size = file_size,
                       .content_offset = content_size_,
                       .content_size = content_size});
    content_size_ += content_size;
  }
  return true;
}

std::uint64_t ZstdFrames::largest_frame() const {
  std::uint64_t largest = 0;
  for (const BlockExtent& frame : frames_)
    largest = std::max({largest, frame.file_size, frame.content_size});
  return largest;
}

const BlockExtent& ZstdFrames::Find(std::uint64_t offset) const {
  const auto after = std::upper_bound(
      frames_.begin(), frames_.end(), offset,
      [](std::uint64_t at, const BlockExtent& frame) { return at < frame.content_offset; });
  return *std::prev(after);
}

std::unique_ptr<ByteSource> OpenZstdFile(std::unique_ptr<ByteSource> file, ZstdFrames frames,
                                         std::shared_ptr<BlockCache> cache) {
  return std::make_unique<ZstdFile>(std::move(file), std::move(frames), std::move(cache));
}

}  // namespace fdr
