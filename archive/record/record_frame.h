// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How records are framed: a length, the body, the length again.  See docs/format/framing.md.
//
// The lowest level of reading: opaque records, one step forward or backward.  A record with two
// different length words is kCorruptRecord.  A record that runs past the end of the file is
// kTruncatedRecord; in a file that is being written, this only means "not yet".

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
/// The largest size of a whole record: PCP takes its length for a signed number.
inline constexpr std::size_t kMaxFrameSize = 0x7fffffff;

struct Frame {
  std::uint64_t offset = 0;  ///< of the leading length word
  Bytes body;                ///< between the two length words

  std::uint64_t size() const { return body.size() + kFrameOverhead; }
  std::uint64_t end() const { return offset + size(); }
};

/// The body of a whole record.
inline Bytes BodyOf(Bytes whole) {
  return whole.subspan(kFrameLengthSize, whole.size() - kFrameOverhead);
}

/// The start of a frame, with the stamp: for searches by time.
struct FrameHead {
  static constexpr std::size_t kSize = 16;

  std::uint64_t offset = 0;
  std::uint64_t body_size = 0;
  Bytes body;  ///< its first kSize bytes at most
};

/// Walks the frames of one file in either direction.  One thread at a time.  Borrows the source.
class FrameReader {
 public:
  static constexpr std::size_t kBufferSize = 256 * 1024;

  /// Starts at `first`, the end of the label.  No frame before `first` is returned.
  FrameReader(const ByteSource& source, std::uint64_t first, std::size_t buffer_size = kBufferSize)
      : source_(&source), first_(first), position_(first), buffer_size_(buffer_size) {}

  /// Returns the frame at the position and moves to the frame's end; nothing at the end of the
  /// file.  The body is valid until the next call, or as long as the source if the source has a
  /// View().  After an error the position is unchanged.
  Result<std::optional<Frame>> Next();

  /// Returns the frame that ends at the position and moves to the frame's start; nothing at the
  /// first frame.
  Result<std::optional<Frame>> Previous();

  /// The same steps, but reads only the frame's head and its length words.
  Result<std::optional<FrameHead>> NextHead();
  Result<std::optional<FrameHead>> PreviousHead();

  /// The stretch of the file that the caller is interested in.  The reader reads this stretch at
  /// once, and does not read beyond it as long as frames are inside.
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

  // Returns `size` bytes at `offset`, all inside the file.  Reads ahead in the given direction.
  Result<Bytes> Window(std::uint64_t offset, std::uint64_t size, Direction direction);
  bool IsInBuffer(std::uint64_t offset, std::uint64_t size) const;
  // The same for a few bytes of the record at `record`, with little reading ahead: for a walk from
  // stamp to stamp.  Valid until the next call.
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
  // `other` is the place of the length word that has not been checked yet.
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
  std::uint32_t last_head_ = 0;    // of the last frame read by its head only
  ByteBuffer buffer_;              // the source's bytes from buffer_start_ on
  std::size_t buffer_used_ = 0;
  std::uint64_t buffer_start_ = 0;
  std::array<std::byte, FrameHead::kSize> head_;  // the body of the last FrameHead
  std::array<Peeked, 8> peeked_;
  std::size_t next_peeked_ = 0;  // the oldest
};

/// Writes the two length words around the bytes appended to the buffer during its life.
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
