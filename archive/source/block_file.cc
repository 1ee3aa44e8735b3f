// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/block_file.h"

#include <algorithm>

namespace fdr {
namespace {

constexpr std::size_t kInputSize = 64 * 1024;
constexpr std::uint64_t kMaxPieceSize = 64 * 1024;
constexpr std::uint64_t kPiecesAhead = 4;  // decoded with a piece, after it

// All pieces of a block have this size, except the last one.
std::uint64_t PieceSize(const BlockExtent& extent) {
  const std::uint64_t pieces = (extent.content_size + kMaxPieceSize - 1) / kMaxPieceSize;
  return (extent.content_size + pieces - 1) / pieces;
}

}  // namespace

void BlockInput::Start(const ByteSource& file, const BlockExtent& extent) {
  file_ = &file;
  start_ = at_ = extent.file_offset;
  end_ = extent.file_offset + extent.file_size;
}

Result<Bytes> BlockInput::Next() {
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(kInputSize, end_ - at_));
  if (buffer_.size() < wanted) buffer_.resize(wanted);
  const auto n = file_->ReadAt(at_, std::span(buffer_).first(wanted));
  if (!n) return Fail(n.error());
  at_ += *n;
  if (*n < wanted)
    return Fail(Errc::kCompression, "The file was cut while it was being read", file_->name(), at_);
  return Bytes(buffer_).first(wanted);
}

tl::unexpected<Error> BlockInput::Failure(const char* what) const {
  return Fail(Errc::kCompression, what, file_->name(), start_);
}

BlockFile::BlockFile(std::unique_ptr<ByteSource> file, std::uint64_t content_size,
                     std::shared_ptr<BlockCache> cache)
    : file_(std::move(file)),
      size_(content_size),
      cache_(std::move(cache)),
      cache_id_(cache_->AddSource()) {}

BlockFile::~BlockFile() { cache_->RemoveSource(cache_id_); }

Result<std::size_t> BlockFile::ReadAt(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset >= size_) return 0;
  const std::uint64_t wanted = std::min<std::uint64_t>(out.size(), size_ - offset);
  std::size_t done = 0;
  while (done < wanted) {
    const std::uint64_t at = offset + done;
    const BlockExtent extent = Find(at);
    const std::uint64_t piece = at - (at - extent.content_offset) % PieceSize(extent);
    const auto bytes =
        cache_->Get(cache_id_, extent.content_offset, piece,
                    [&](BlockCache::Room& room) { return DecodePieces(extent, piece, room); });
    if (!bytes) return Fail(bytes.error());
    const Bytes rest = Bytes(**bytes).subspan(static_cast<std::size_t>(at - piece));
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(rest.size(), wanted - done));
    std::copy_n(rest.begin(), n, out.subspan(done).begin());
    done += n;
  }
  return done;
}

// Returns how far to decode a block for a piece of it.  The checksum is at the end of the block, so
// the first time the whole block is decoded.  The whole block is also decoded for sequential
// reading: if the piece before is in the cache.
std::uint64_t BlockFile::EnoughOf(const BlockExtent& extent, std::uint64_t piece) const {
  const std::uint64_t end = extent.content_offset + extent.content_size;
  const std::uint64_t size = PieceSize(extent), enough = (1 + kPiecesAhead) * size;
  if (!WasChecked(extent)) return end;
  if (piece == extent.content_offset || cache_->Has(cache_id_, piece - size)) return end;
  return end - piece > enough ? piece + enough : end;
}

Result<std::vector<BlockCache::Piece>> BlockFile::DecodePieces(const BlockExtent& extent,
                                                               std::uint64_t piece,
                                                               BlockCache::Room& room) const {
  {
    const std::lock_guard lock(mutex_);
    if (broken_ && broken_->first == extent.number) return Fail(broken_->second);
  }
  auto pieces = DecodeBlock(extent, piece, room);
  if (!pieces && pieces.error().code == Errc::kCompression) {
    const std::lock_guard lock(mutex_);
    broken_ = {extent.number, pieces.error()};
  }
  return pieces;
}

Result<std::vector<BlockCache::Piece>> BlockFile::DecodeBlock(const BlockExtent& extent,
                                                              std::uint64_t piece,
                                                              BlockCache::Room& room) const {
  const std::uint64_t end = extent.content_offset + extent.content_size;
  const std::uint64_t size = PieceSize(extent), enough = EnoughOf(extent, piece);
  auto decoder = OpenBlock(*file_, extent, enough == end, cache_->decoders());
  if (!decoder) return Fail(decoder.error());
  std::vector<BlockCache::Piece> pieces;
  for (std::uint64_t at = extent.content_offset; at < enough; at += size) {
    ByteBuffer bytes = room.Buffer(static_cast<std::size_t>(std::min(size, enough - at)));
    if (const auto read = (*decoder)->Read(bytes); !read) return Fail(read.error());
    pieces.push_back({at, std::move(bytes)});
  }
  if (enough == end) {
    if (const auto finished = (*decoder)->Finish(); !finished) return Fail(finished.error());
    SetChecked(extent);
  }
  cache_->decoders().Put(*std::move(decoder));  // a failed decoder is not kept
  // The cache keeps later pieces longer: put the wanted piece last, and the pieces after it just
  // before.
  const auto wanted = static_cast<std::ptrdiff_t>((piece - extent.content_offset) / size);
  std::reverse(pieces.begin() + wanted, pieces.end());
  return pieces;
}

bool BlockFile::WasChecked(const BlockExtent& extent) const {
  const std::lock_guard lock(mutex_);
  return extent.number < checked_.size() && checked_[static_cast<std::size_t>(extent.number)];
}

void BlockFile::SetChecked(const BlockExtent& extent) const {
  const auto number = static_cast<std::size_t>(extent.number);
  const std::lock_guard lock(mutex_);
  if (number >= checked_.size()) checked_.resize(number + 1);
  checked_[number] = true;
}

}  // namespace fdr
