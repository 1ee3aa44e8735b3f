// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check_frames.h"

#include <algorithm>
#include <cstring>

namespace fdr {
namespace {

constexpr std::size_t kLookahead = kFrameLengthSize + RecordShape::kHeadSize;

std::string Consequence(std::uint64_t at, std::optional<std::uint64_t> next, std::uint64_t end) {
  if (next) return fmt::format("{} bytes skipped, up to the next whole record", *next - at);
  return fmt::format("no whole record follows in the last {} bytes", end - at);
}

}  // namespace

std::optional<Frame> FrameWalk::Next() {
  skipped_ = false;
  while (true) {
    const std::uint64_t at = frames_.position();
    if (at > source_.size()) return std::nullopt;  // not even the label is all there
    const Result<std::optional<Frame>> frame = frames_.Next();
    if (frame) return *frame;
    if (frame.error().code == Errc::kIo || frame.error().code == Errc::kCompression) {
      report_.AddUnreadable(frame.error());
      return std::nullopt;
    }
    skipped_ = true;
    if (OnlyZeros(at)) {
      report_.Add(CheckCode::kFrameZeros, {at}, "The last {} bytes are zeros", source_.size() - at);
      return std::nullopt;
    }
    const std::optional<std::uint64_t> next = shape_ ? FindRecord(at + 1) : std::nullopt;
    ReportDamage(frame.error(), at, next);
    if (!next) return std::nullopt;
    frames_.Seek(*next);
  }
}

void FrameWalk::ReportDamage(const Error& error, std::uint64_t at,
                             std::optional<std::uint64_t> next) {
  auto code = CheckCode::kFrameMismatch;
  std::array<std::byte, kFrameLengthSize> word{};
  const Result<std::size_t> got = source_.ReadAt(at, word);
  const std::uint32_t length = got && *got == word.size() ? LoadU32(word.data()) : 0;
  // A length that is too great is a torn tail only if nothing follows.
  if (error.code == Errc::kTruncatedRecord)
    code = next ? CheckCode::kFrameLength : CheckCode::kFrameTruncated;
  else if (length < kFrameOverhead || length > source_.size() - at)
    code = CheckCode::kFrameLength;
  report_.Add(code, {at}, "{} (length {}); {}", error.what, length,
              Consequence(at, next, source_.size()));
}

// What there is from `from` on: enough for a look at a record's head, unless the file ends before.
// Kept from one damaged place to the next, so that many of them do not read the file many times.
Bytes FrameWalk::Window(std::uint64_t from) {
  const std::uint64_t skip = from - std::min(from, window_start_);
  const bool inside =
      from >= window_start_ && skip <= window_.size() &&
      (window_.size() - skip >= kLookahead || window_start_ + window_.size() == source_.size());
  if (!inside) {
    window_.resize(kWindow);
    window_start_ = from;
    const Result<std::size_t> got = source_.ReadAt(from, window_);
    window_.resize(got ? *got : 0);
    return window_;
  }
  return Bytes(window_).subspan(static_cast<std::size_t>(skip));
}

bool FrameWalk::OnlyZeros(std::uint64_t from) {
  if (source_.size() - from < kFrameLengthSize) return false;  // stray bytes
  while (from < source_.size()) {
    const Bytes bytes = Window(from);
    if (bytes.empty() || bytes[0] != std::byte{0} ||
        std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) != 0)
      return false;
    from += bytes.size();
  }
  return true;
}

// Byte by byte, since nobody knows how many bytes were lost or inserted.
std::optional<std::uint64_t> FrameWalk::FindRecord(std::uint64_t from) {
  while (from < source_.size()) {
    const Bytes bytes = Window(from);
    const bool last = from + bytes.size() >= source_.size();
    if (bytes.size() < kLookahead && !last) return std::nullopt;  // unreadable
    const std::size_t stop = last ? bytes.size() : bytes.size() - kLookahead + 1;
    for (std::size_t i = 0; i < stop; ++i)
      if (IsRecord(from + i, bytes.subspan(i))) return from + i;
    from += stop;
  }
  return std::nullopt;
}

// `window` holds what is known of the file from `offset` on.  The cheap tests come first.
bool FrameWalk::IsRecord(std::uint64_t offset, Bytes window) {
  if (window.size() < kFrameOverhead) return false;
  const std::uint32_t length = LoadU32(window.data());
  if (length <= kFrameOverhead || length > source_.size() - offset) return false;
  const std::size_t body =
      std::min<std::size_t>(length - kFrameOverhead, window.size() - kFrameLengthSize);
  if (!shape_->head(window.subspan(kFrameLengthSize, std::min(body, RecordShape::kHeadSize))))
    return false;
  std::array<std::byte, kFrameLengthSize> word{};
  const std::uint64_t trailer = length - kFrameLengthSize;
  if (trailer <= window.size() - kFrameLengthSize) {
    std::copy_n(window.data() + trailer, word.size(), word.data());
  } else if (const auto got = source_.ReadAt(offset + trailer, word); !got || *got != word.size()) {
    return false;
  }
  if (LoadU32(word.data()) != length || length > budget_) return false;
  frames_.Seek(offset);
  const Result<std::optional<Frame>> frame = frames_.Next();
  if (frame && *frame && shape_->body((*frame)->body)) return true;
  budget_ -= length;
  return false;
}

}  // namespace fdr
