// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How records are framed: a length, the body, the length again.  See docs/format/framing.md.
//
// Level one of reading: opaque records, one step forward or backward.  A record whose length words
// disagree is kCorruptRecord; one that runs past the end of the file is kTruncatedRecord, which in
// a file that is being written only means "not yet".

#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/error.h"

namespace fdr {

inline constexpr std::size_t kFrameLengthSize = 4;  ///< of each of the two length words
inline constexpr std::size_t kFrameOverhead = 2 * kFrameLengthSize;
inline constexpr const char* kFrameLengthsDiffer =
    "The record's leading and trailing lengths differ";
inline constexpr const char* kFramePastEnd = "Record runs past the end of the file";
/// Of a whole record: PCP takes its length for a signed number.
inline constexpr std::size_t kMaxFrameSize = 0x7fffffff;

struct Frame {
  std::uint64_t offset = 0;  ///< of the leading length word
  Bytes body;                ///< between the two length words

  std::uint64_t size() const { return body.size() + kFrameOverhead; }
  std::uint64_t end() const { return offset + size(); }
};

/// As much of a frame as has its stamp: for those who look for a time.
struct FrameHead {
  static constexpr std::size_t kSize = 16;

  std::uint64_t offset = 0;
  std::uint64_t body_size = 0;
  Bytes body;  ///< no more than its first kSize bytes
};

/// Walks the frames of one file in either direction.  One thread at a time.  Borrows the source.
class FrameReader {
 public:
  static constexpr std::size_t kBufferSize = 256 * 1024;

  /// Starts at `first`, before which no frame is looked for: the end of the label.
  FrameReader(const ByteSource& source, std::uint64_t first, std::size_t buffer_size = kBufferSize)
      : source_(&source), first_(first), position_(first), buffer_size_(buffer_size) {}

  /// The frame at the position, which moves behind it; nothing at the end of the file.  The body is
  /// valid until the next call, or as long as the source if that has a View().  After an error the
  /// position is where it was.
  Result<std::optional<Frame>> Next();

  /// The frame that ends at the position, which moves to its start; nothing at the first frame.
  Result<std::optional<Frame>> Previous();

  /// The same steps, with no more read than is needed to make them.
  Result<std::optional<FrameHead>> NextHead();
  Result<std::optional<FrameHead>> PreviousHead();

  /// What is of interest lies here: it is read at once, and as long as frames are inside of it,
  /// nothing outside is read along.
  struct Stretch {
    std::uint64_t start = 0, end = 0;
  };
  void ReadWithin(Stretch stretch) { within_ = stretch; }

  std::uint64_t position() const { return position_; }
  void Seek(std::uint64_t position) { position_ = position; }
  std::uint64_t first() const { return first_; }
  const ByteSource& source() const { return *source_; }

 private:
  enum class Direction { kForward, kBackward };
  struct Peeked {
    std::array<std::byte, 2048> bytes;  // the source's, from `start` on
    std::size_t used = 0;
    std::uint64_t start = 0;

    bool Has(std::uint64_t offset, std::size_t size) const {
      return offset >= start && offset - start <= used && size <= used - (offset - start);
    }
    Bytes At(std::uint64_t offset, std::size_t size) const {
      return Bytes(bytes).subspan(static_cast<std::size_t>(offset - start), size);
    }
  };
  static constexpr std::size_t kFirstRead = 16 * 1024;

  // `size` bytes at `offset`, all of them inside the file; more are read along in the direction.
  Result<Bytes> Window(std::uint64_t offset, std::uint64_t size, Direction direction);
  bool IsInBuffer(std::uint64_t offset, std::uint64_t size) const;
  // The same bytes, few of them and all of the record at `record`, with little read along: what a
  // walk from stamp to stamp looks at next.  Valid until the next call.
  Result<Bytes> Peek(std::uint64_t offset, std::size_t size, std::uint64_t record,
                     Direction direction);
  Result<std::uint32_t> PeekLength(std::uint64_t offset, std::uint64_t record, Direction direction);
  template <class Found>
  using Read = Result<Found> (FrameReader::*)(std::uint64_t start, std::uint32_t length,
                                              std::uint64_t other, Direction direction);
  template <class Found>
  Result<std::optional<Found>> Step(Direction direction, Read<Found> read);
  void Guess(Direction direction);
  Result<std::optional<std::uint32_t>> LengthAhead();
  Result<std::optional<std::uint32_t>> LengthBehind();
  // `other` is the place of the length word that was not looked at yet.
  Result<Frame> Whole(std::uint64_t start, std::uint32_t length, std::uint64_t other,
                      Direction direction);
  Result<FrameHead> Head(std::uint64_t start, std::uint32_t length, std::uint64_t other,
                         Direction direction);
  std::uint64_t ReadAlong(std::uint64_t offset, std::uint64_t size, Direction direction);
  bool IsWithin(std::uint64_t offset, std::uint64_t size) const {
    return within_ && offset >= within_->start && offset + size <= within_->end;
  }
  tl::unexpected<Error> Corrupt(const char* what, std::uint64_t offset) const;
  tl::unexpected<Error> Truncated(std::uint64_t offset) const;

  const ByteSource* source_;
  std::uint64_t first_;
  std::uint64_t position_;
  std::size_t buffer_size_;
  std::size_t read_ahead_ = 0;
  std::optional<Stretch> within_;
  std::uint32_t last_length_ = 0;  // of the last whole frame
  std::uint32_t last_head_ = 0;    // of the last one of which only the head was read
  ByteBuffer buffer_;              // holds the source's bytes from buffer_start_ on
  std::size_t buffer_used_ = 0;
  std::uint64_t buffer_start_ = 0;
  std::array<std::byte, FrameHead::kSize> head_;  // the body of the last FrameHead
  std::array<Peeked, 8> peeked_;
  std::size_t next_peeked_ = 0;  // the oldest
};

/// Writes the two length words around what is appended to the buffer during its life.
class FrameScope {
 public:
  explicit FrameScope(ByteBuffer& buffer) : buffer_(buffer), start_(buffer.size()) {
    buffer_.resize(start_ + kFrameLengthSize);
  }
  ~FrameScope();
  FrameScope(const FrameScope&) = delete;
  FrameScope& operator=(const FrameScope&) = delete;

 private:
  ByteBuffer& buffer_;
  std::size_t start_;
};

}  // namespace fdr
