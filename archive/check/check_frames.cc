// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_frames.h"

#include <algorithm>
#include <array>
#include <variant>

namespace fdr {
namespace {

std::string Consequence(std::uint64_t at, std::uint64_t next, std::uint64_t end) {
  if (next < end) return fmt::format("{} bytes skipped, up to the next whole record", next - at);
  return fmt::format("no whole record follows in the last {} bytes", end - at);
}

}  // namespace

std::optional<Frame> FrameWalk::Next() {
  skipped_ = false;
  while (true) {
    const std::uint64_t at = salvager_.position();
    const auto item = salvager_.Next();
    if (!item) {
      report_.AddUnreadable(item.error());
      return std::nullopt;
    }
    if (!*item) return std::nullopt;
    if (const auto* const record = std::get_if<SalvagedRecord>(&**item)) {
      if (!record->mended) return record->frame;
      ReportDamage(at, kFrameLengthsDiffer);
    } else {
      const auto& lost = std::get<LostStretch>(**item);
      if (lost.fault == LostStretch::Fault::kUnreadable) {
        report_.AddUnreadable({Errc::kIo, lost.reason, source_.name(), at});
        return std::nullopt;
      }
      ReportDamage(at, lost.reason);
    }
    skipped_ = true;
  }
}

void FrameWalk::ReportDamage(std::uint64_t at, const std::string& what) {
  const std::uint64_t size = source_.size(), next = salvager_.position();
  if (next == size && AreZeros(at)) {
    report_.Add(CheckCode::kFrameZeros, {at}, "The last {} bytes are zeros", size - at);
    return;
  }
  std::array<std::byte, kFrameLengthSize> word{};
  const Result<std::size_t> got = source_.ReadAt(at, word);
  const std::uint32_t length = got && *got == word.size() ? LoadU32(word.data()) : 0;
  auto code = CheckCode::kFrameMismatch;
  // A length past the end of the file is a torn tail only if no record follows.
  if (length > size - at || size - at < kFrameOverhead)
    code = next < size ? CheckCode::kFrameLength : CheckCode::kFrameTruncated;
  else if (length < kFrameOverhead)
    code = CheckCode::kFrameLength;
  report_.Add(code, {at}, "{} (length {}); {}", what, length, Consequence(at, next, size));
}

// False for a few stray bytes, less than a word.
bool FrameWalk::AreZeros(std::uint64_t from) const {
  if (source_.size() - from < kFrameLengthSize) return false;
  std::array<std::byte, 4096> bytes;
  while (from < source_.size()) {
    const Result<std::size_t> got = source_.ReadAt(from, bytes);
    const auto is_zero = [](std::byte b) { return b == std::byte{0}; };
    if (!got || *got == 0 || !std::all_of(bytes.begin(), bytes.begin() + *got, is_zero))
      return false;
    from += *got;
  }
  return true;
}

}  // namespace fdr
