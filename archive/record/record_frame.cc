// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/record_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fdr/archive/base/byte_writer.h"

namespace fdr {

constexpr std::size_t kFewBytes = 64;  // room for the end of a record and the next head

constexpr bool IsLegal(std::uint32_t length) {
  return length >= kFrameOverhead && length <= kMaxFrameSize;
}

tl::unexpected<Error> FrameReader::Corrupt(const char* what, std::uint64_t offset) const {
  return Fail(Errc::kCorruptRecord, what, source_->name(), offset);
}

tl::unexpected<Error> FrameReader::Truncated(std::uint64_t offset) const {
  return Fail(Errc::kTruncatedRecord, kFramePastEnd, source_->name(), offset);
}

// Returns how many bytes to read for the wanted ones.  Sequential reading reads more each time;
// after a jump the caller may want only this record.
std::uint64_t FrameReader::ReadAlong(std::uint64_t offset, std::uint64_t size,
                                     Direction direction) {
  if (IsWithin(offset, size)) {
    const std::uint64_t rest =
        direction == Direction::kForward ? within_->end - offset : offset + size - within_->start;
    return std::max<std::uint64_t>(size, std::min<std::uint64_t>(rest, buffer_size_));
  }
  const std::uint64_t buffer_end = buffer_start_ + buffer_used_;
  const bool reads_on = buffer_used_ > 0 && offset <= buffer_end && offset + size >= buffer_start_;
  read_ahead_ = std::min(reads_on ? read_ahead_ * 2 : kFirstRead, buffer_size_);
  return std::max<std::uint64_t>(size, read_ahead_);
}

bool FrameReader::IsInBuffer(std::uint64_t offset, std::uint64_t size) const {
  return offset >= buffer_start_ && offset - buffer_start_ <= buffer_used_ &&
         size <= buffer_used_ - (offset - buffer_start_);
}

Result<Bytes> FrameReader::Window(std::uint64_t offset, std::uint64_t size, Direction direction) {
  if (const Bytes all = source_->View(); !all.empty())
    return all.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
  if (!IsInBuffer(offset, size)) {
    const std::uint64_t wanted = ReadAlong(offset, size, direction);
    std::uint64_t start = offset;
    if (direction == Direction::kBackward)
      start = offset + size > wanted ? offset + size - wanted : 0;
    auto length = static_cast<std::size_t>(std::min(wanted, source_->size() - start));
    buffer_.resize(std::max(buffer_.size(), length));
    buffer_used_ = 0;
    Result<std::size_t> got = source_->ReadAt(start, std::span(buffer_).first(length));
    if (!got && length > size) {  // the fault may lie in what is read ahead
      // The next reads are short, and become longer again: few of them reach the fault.
      read_ahead_ = static_cast<std::size_t>(size);
      within_.reset();
      start = offset;
      length = static_cast<std::size_t>(size);
      got = source_->ReadAt(start, std::span(buffer_).first(length));
    }
    if (!got) return Fail(got.error());
    buffer_start_ = start;
    buffer_used_ = *got;
    if (offset + size > start + buffer_used_) return Truncated(offset);  // the file was cut
  }
  return Bytes(buffer_).subspan(static_cast<std::size_t>(offset - buffer_start_),
                                static_cast<std::size_t>(size));
}

Result<Bytes> FrameReader::Peek(std::uint64_t offset, std::size_t size, std::uint64_t record,
                                Direction direction) {
  if (const Bytes all = source_->View(); !all.empty())
    return all.subspan(static_cast<std::size_t>(offset), size);
  if (IsInBuffer(offset, size))
    return Bytes(buffer_).subspan(static_cast<std::size_t>(offset - buffer_start_), size);
  for (const Peeked& peeked : peeked_)
    if (peeked.Has(offset, size)) return peeked.At(offset, size);
  Peeked& peeked = peeked_[next_peeked_++ % peeked_.size()];
  // The heads of large records are far from each other, so one read gets only one of them.
  const bool is_large = last_head_ > peeked.bytes.size();
  const std::size_t most = is_large ? kFewBytes : peeked.bytes.size();
  const std::size_t behind = is_large ? kFrameLengthSize + FrameHead::kSize : 0;
  const std::uint64_t end = offset + size;
  std::uint64_t start = direction == Direction::kForward ? offset
                        : end + behind > most            ? end + behind - most
                                                         : 0;
  peeked.used = 0;
  const auto room =
      static_cast<std::size_t>(std::min<std::uint64_t>(most, source_->size() - start));
  Result<std::size_t> got = source_->ReadAt(start, std::span(peeked.bytes).first(room));
  if (!got && room > size) {  // the fault may lie in what is read ahead
    start = offset;
    got = source_->ReadAt(start, std::span(peeked.bytes).first(size));
  }
  if (!got) return Fail(got.error());
  peeked.start = start;
  peeked.used = *got;
  if (*got < end - start) return Truncated(record);  // the file was cut
  return peeked.At(offset, size);
}

Result<std::uint32_t> FrameReader::PeekLength(std::uint64_t offset, std::uint64_t record,
                                              Direction direction) {
  const Result<Bytes> word = Peek(offset, kFrameLengthSize, record, direction);
  if (!word) return Fail(word.error());
  return LoadU32(word->data());
}

// The length of the record at the position; nothing at the end of the file.
Result<std::optional<std::uint32_t>> FrameReader::LengthAhead() {
  const std::uint64_t size = source_->size();
  if (position_ == size) return std::nullopt;
  if (position_ > size || size - position_ < kFrameOverhead) return Truncated(position_);
  const Result<std::uint32_t> length = PeekLength(position_, position_, Direction::kForward);
  if (!length) return Fail(length.error());
  if (!IsLegal(*length)) return Corrupt("Illegal record length", position_);
  if (*length > size - position_) return Truncated(position_);
  return *length;
}

// The length of the record that ends at the position; nothing at the first record.
Result<std::optional<std::uint32_t>> FrameReader::LengthBehind() {
  if (position_ <= first_) return std::nullopt;
  if (position_ > source_->size()) return Truncated(position_);
  const std::uint64_t at = position_ - kFrameLengthSize;
  if (position_ - first_ < kFrameOverhead) return Corrupt("Illegal record length", at);
  const Result<std::uint32_t> length = PeekLength(at, at, Direction::kBackward);
  if (!length) return Fail(length.error());
  if (!IsLegal(*length) || *length > position_ - first_)
    return Corrupt("Illegal record length", at);
  return *length;
}

// For a record larger than the buffer, the other length word is checked before the rest is read: a
// damaged length must not load half of the file into memory.
Result<Frame> FrameReader::Whole(std::uint64_t start, std::uint32_t length, std::uint64_t other,
                                 Direction direction) {
  if (length > buffer_size_) {
    const Result<std::uint32_t> word = PeekLength(other, start, direction);
    if (!word) return Fail(word.error());
    if (*word != length) return Corrupt(kFrameLengthsDiffer, start);
  }
  const Result<Bytes> whole = Window(start, length, direction);
  if (!whole) return Fail(whole.error());
  if (LoadU32(whole->data() + (other - start)) != length)
    return Corrupt(kFrameLengthsDiffer, start);
  last_length_ = length;
  return Frame{start, BodyOf(*whole)};
}

// Reads ahead.  If the caller named a stretch, reads the stretch.  Otherwise assumes that the next
// record is as long as the last, and reads it with the head of the following one.  After a wrong
// guess, or an error here, the step itself reads what it needs.
void FrameReader::Guess(Direction direction) {
  const bool forward = direction == Direction::kForward;
  const std::uint64_t size = source_->size();
  if (position_ > size) return;
  const std::uint64_t room = forward ? size - position_ : position_ - std::min(position_, first_);
  const std::uint64_t word =
      forward ? position_ : position_ - std::min(position_, kFrameLengthSize);
  if (IsWithin(word, kFrameLengthSize)) {
    const std::uint64_t rest = forward ? within_->end - position_ : position_ - within_->start;
    if (rest <= buffer_size_) static_cast<void>(Window(word, kFrameLengthSize, direction));
    return;
  }
  if (last_length_ == 0 || last_length_ > buffer_size_) return;
  const std::uint64_t wanted =
      std::min<std::uint64_t>(last_length_ + kFrameLengthSize + FrameHead::kSize, room);
  if (wanted < kFrameOverhead || IsInBuffer(word, kFrameLengthSize)) return;
  static_cast<void>(Window(forward ? position_ : position_ - wanted, wanted, direction));
}

// Peeks at the far end last, because the next record is beside it.
Result<FrameHead> FrameReader::Head(std::uint64_t start, std::uint32_t length, std::uint64_t other,
                                    Direction direction) {
  const std::size_t size = std::min<std::size_t>(FrameHead::kSize, length - kFrameOverhead);
  const Result<Bytes> begin = Peek(start, kFrameLengthSize + size, start, direction);
  if (!begin) return Fail(begin.error());
  std::copy(begin->begin() + kFrameLengthSize, begin->end(), head_.begin());
  const Result<std::uint32_t> word = PeekLength(other, start, direction);
  if (!word) return Fail(word.error());
  if (*word != length) return Corrupt(kFrameLengthsDiffer, start);
  last_head_ = length;
  return FrameHead{start, length - kFrameOverhead, Bytes(head_).first(size)};
}

template <class Found>
Result<std::optional<Found>> FrameReader::Step(Direction direction, Read<Found> read) {
  const bool forward = direction == Direction::kForward;
  const Result<std::optional<std::uint32_t>> length = forward ? LengthAhead() : LengthBehind();
  if (!length) return Fail(length.error());
  if (!*length) return std::nullopt;
  const std::uint64_t start = forward ? position_ : position_ - **length;
  const std::uint64_t end = start + **length;
  const Result<Found> found =
      (this->*read)(start, **length, forward ? end - kFrameLengthSize : start, direction);
  if (!found) return Fail(found.error());
  position_ = forward ? end : start;
  return *found;
}

Result<std::optional<Frame>> FrameReader::Next() {
  Guess(Direction::kForward);
  return Step(Direction::kForward, &FrameReader::Whole);
}

Result<std::optional<Frame>> FrameReader::Previous() {
  Guess(Direction::kBackward);
  return Step(Direction::kBackward, &FrameReader::Whole);
}

Result<std::optional<FrameHead>> FrameReader::NextHead() {
  return Step(Direction::kForward, &FrameReader::Head);
}

Result<std::optional<FrameHead>> FrameReader::PreviousHead() {
  return Step(Direction::kBackward, &FrameReader::Head);
}

FrameScope::~FrameScope() {
  const auto length = static_cast<std::uint32_t>(buffer_.size() - start_ + kFrameLengthSize);
  ByteWriter(buffer_).U32(length);
  StoreU32(buffer_.data() + start_, length);
}

}  // namespace fdr
