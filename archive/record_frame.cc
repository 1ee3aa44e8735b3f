// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fdr {

constexpr std::uint64_t kLengthSize = 4;
constexpr const char* kLengthsDiffer = "The record's leading and trailing lengths differ";

constexpr bool IsLegal(std::uint32_t length) {
  return length >= kFrameOverhead && length <= kMaxFrameSize;
}

tl::unexpected<Error> FrameReader::Corrupt(const char* what, std::uint64_t offset) const {
  return Fail(Errc::kCorruptRecord, what, source_->name(), offset);
}

tl::unexpected<Error> FrameReader::Truncated(std::uint64_t offset) const {
  return Fail(Errc::kTruncatedRecord, "Record runs past the end of the file", source_->name(),
              offset);
}

// Who reads on wants more each time; who has jumped may want no more than this record.
std::size_t FrameReader::ReadAhead(std::uint64_t offset, std::uint64_t size) {
  const std::uint64_t buffer_end = buffer_start_ + buffer_used_;
  const bool reads_on = buffer_used_ > 0 && offset <= buffer_end && offset + size >= buffer_start_;
  read_ahead_ = std::min(reads_on ? read_ahead_ * 2 : kFirstRead, buffer_size_);
  return read_ahead_;
}

bool FrameReader::IsInBuffer(std::uint64_t offset, std::uint64_t size) const {
  return offset >= buffer_start_ && offset - buffer_start_ <= buffer_used_ &&
         size <= buffer_used_ - (offset - buffer_start_);
}

Result<Bytes> FrameReader::Window(std::uint64_t offset, std::uint64_t size, Direction direction) {
  if (const Bytes all = source_->View(); !all.empty())
    return all.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
  if (!IsInBuffer(offset, size)) {
    const std::uint64_t wanted = std::max<std::uint64_t>(size, ReadAhead(offset, size));
    std::uint64_t start = offset;
    if (direction == Direction::kBackward)
      start = offset + size > wanted ? offset + size - wanted : 0;
    const std::uint64_t length = std::min(wanted, source_->size() - start);
    buffer_.resize(std::max(buffer_.size(), static_cast<std::size_t>(length)));
    buffer_used_ = 0;
    const Result<std::size_t> got =
        source_->ReadAt(start, std::span(buffer_).first(static_cast<std::size_t>(length)));
    if (!got) return Fail(got.error());
    buffer_start_ = start;
    buffer_used_ = *got;
    if (offset + size > start + buffer_used_) return Truncated(offset);  // somebody cut the file
  }
  return Bytes(buffer_).subspan(static_cast<std::size_t>(offset - buffer_start_),
                                static_cast<std::size_t>(size));
}

// Of a record that is larger than the buffer the other length word is looked at first: a damaged
// length must not make us hold half of the file.
Result<void> FrameReader::CheckOtherLength(std::uint64_t at, std::uint32_t length,
                                           std::uint64_t start) const {
  if (length <= buffer_size_ || !source_->View().empty()) return {};
  std::array<std::byte, kLengthSize> word{};
  const Result<std::size_t> got = source_->ReadAt(at, word);
  if (!got) return Fail(got.error());
  if (*got < word.size()) return Truncated(start);  // somebody cut the file
  if (LoadU32(word.data()) != length) return Corrupt(kLengthsDiffer, start);
  return {};
}

Result<Bytes> FrameReader::Peek(std::uint64_t offset, std::span<std::byte> room) const {
  if (const Bytes all = source_->View(); !all.empty())
    return all.subspan(static_cast<std::size_t>(offset), room.size());
  if (IsInBuffer(offset, room.size()))
    return Bytes(buffer_).subspan(static_cast<std::size_t>(offset - buffer_start_), room.size());
  const Result<std::size_t> got = source_->ReadAt(offset, room);
  if (!got) return Fail(got.error());
  if (*got < room.size()) return Truncated(offset);  // somebody cut the file
  return Bytes(room);
}

Result<std::uint32_t> FrameReader::PeekLength(std::uint64_t offset) const {
  std::array<std::byte, kLengthSize> room;
  const Result<Bytes> word = Peek(offset, room);
  if (!word) return Fail(word.error());
  return LoadU32(word->data());
}

Result<Bytes> FrameReader::PeekBody(std::uint64_t offset, std::uint32_t length) {
  const std::size_t size = std::min<std::size_t>(FrameHead::kSize, length - kFrameOverhead);
  return Peek(offset + kLengthSize, std::span(head_).first(size));
}

Result<std::optional<FrameHead>> FrameReader::NextHead() {
  const std::uint64_t size = source_->size();
  if (position_ == size) return std::nullopt;
  if (position_ > size || size - position_ < kFrameOverhead) return Truncated(position_);
  const Result<std::uint32_t> length = PeekLength(position_);
  if (!length) return Fail(length.error());
  if (!IsLegal(*length)) return Corrupt("Illegal record length", position_);
  if (*length > size - position_) return Truncated(position_);
  const Result<std::uint32_t> other = PeekLength(position_ + *length - kLengthSize);
  if (!other) return Fail(other.error());
  if (*other != *length) return Corrupt(kLengthsDiffer, position_);
  const Result<Bytes> body = PeekBody(position_, *length);
  if (!body) return Fail(body.error());
  const FrameHead head{position_, *body};
  position_ += *length;
  return head;
}

Result<std::optional<FrameHead>> FrameReader::PreviousHead() {
  if (position_ <= first_) return std::nullopt;
  if (position_ > source_->size()) return Truncated(position_);
  if (position_ - first_ < kFrameOverhead)
    return Corrupt("Illegal record length", position_ - kLengthSize);
  const Result<std::uint32_t> length = PeekLength(position_ - kLengthSize);
  if (!length) return Fail(length.error());
  if (!IsLegal(*length) || *length > position_ - first_)
    return Corrupt("Illegal record length", position_ - kLengthSize);
  const std::uint64_t start = position_ - *length;
  const Result<std::uint32_t> other = PeekLength(start);
  if (!other) return Fail(other.error());
  if (*other != *length) return Corrupt(kLengthsDiffer, start);
  const Result<Bytes> body = PeekBody(start, *length);
  if (!body) return Fail(body.error());
  position_ = start;
  return FrameHead{start, *body};
}

Result<std::optional<Frame>> FrameReader::Next() {
  const std::uint64_t size = source_->size();
  if (position_ == size) return std::nullopt;
  if (position_ > size || size - position_ < kFrameOverhead) return Truncated(position_);
  const Result<Bytes> header = Window(position_, kLengthSize, Direction::kForward);
  if (!header) return Fail(header.error());
  const std::uint32_t length = LoadU32(header->data());
  if (!IsLegal(length)) return Corrupt("Illegal record length", position_);
  if (length > size - position_) return Truncated(position_);
  if (const Result<void> checked =
          CheckOtherLength(position_ + length - kLengthSize, length, position_);
      !checked)
    return Fail(checked.error());

  const Result<Bytes> whole = Window(position_, length, Direction::kForward);
  if (!whole) return Fail(whole.error());
  if (LoadU32(whole->data() + length - kLengthSize) != length)
    return Corrupt(kLengthsDiffer, position_);
  const Frame frame{position_, whole->subspan(kLengthSize, length - kFrameOverhead)};
  position_ += length;
  return frame;
}

Result<std::optional<Frame>> FrameReader::Previous() {
  if (position_ <= first_) return std::nullopt;
  if (position_ > source_->size()) return Truncated(position_);
  if (position_ - first_ < kFrameOverhead)
    return Corrupt("Illegal record length", position_ - kLengthSize);
  const Result<Bytes> trailer = Window(position_ - kLengthSize, kLengthSize, Direction::kBackward);
  if (!trailer) return Fail(trailer.error());
  const std::uint32_t length = LoadU32(trailer->data());
  if (!IsLegal(length) || length > position_ - first_)
    return Corrupt("Illegal record length", position_ - kLengthSize);

  const std::uint64_t start = position_ - length;
  if (const Result<void> checked = CheckOtherLength(start, length, start); !checked)
    return Fail(checked.error());
  const Result<Bytes> whole = Window(start, length, Direction::kBackward);
  if (!whole) return Fail(whole.error());
  if (LoadU32(whole->data()) != length) return Corrupt(kLengthsDiffer, start);
  position_ = start;
  return Frame{start, whole->subspan(kLengthSize, length - kFrameOverhead)};
}

FrameScope::~FrameScope() {
  const auto length = static_cast<std::uint32_t>(buffer_.size() - start_ + kLengthSize);
  ByteWriter(buffer_).U32(length);
  StoreU32(buffer_.data() + start_, length);
}

}  // namespace fdr
