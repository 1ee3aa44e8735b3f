// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record_salvager.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace fdr {
namespace {

constexpr std::uint64_t kBudgetPerByte = 16;
// Where bytes cannot be read, another attempt is made every so many bytes.
constexpr std::uint64_t kUndecodedStep = 1 << 20;
constexpr std::uint64_t kBadDiskStep = 1 << 16;

// Whether a record of that length is looked for.
constexpr bool IsSearched(std::uint32_t length) {
  return length > kFrameOverhead && length <= RecordSalvager::kLargestSearched;
}

bool IsUnreadable(Errc code) { return code == Errc::kCompression || code == Errc::kIo; }

Bytes BodyOf(Bytes whole) { return whole.subspan(kFrameLengthSize, whole.size() - kFrameOverhead); }

}  // namespace

// What cannot be decompressed, or that the disk does not give, is as good as not there.
Result<Bytes> RecordSalvager::Read(std::uint64_t offset, std::uint64_t size) {
  Result<Bytes> bytes = window_.At(offset, static_cast<std::size_t>(size));
  if (bytes || !IsUnreadable(bytes.error().code)) return bytes;
  unreadable_ = bytes.error().what;
  unreadable_step_ = bytes.error().code == Errc::kIo ? kBadDiskStep : kUndecodedStep;
  return Bytes{};
}

Result<bool> RecordSalvager::TrailerAgrees(std::uint64_t offset, std::uint32_t length) const {
  std::array<std::byte, kFrameLengthSize> trailer{};
  const Result<std::size_t> got = source_->ReadAt(offset + length - kFrameLengthSize, trailer);
  if (!got && !IsUnreadable(got.error().code)) return Fail(got.error());
  return got && LoadU32(trailer.data()) == length;
}

Result<RecordSalvager::Look> RecordSalvager::LookAt(std::uint64_t offset) {
  const auto fault = [offset](std::string what) {
    return Look{.offset = offset, .body = {}, .fault = std::move(what)};
  };
  const std::uint64_t rest = source_->size() - offset;
  if (rest < kFrameOverhead) return fault("Too few bytes for a record");
  const Result<Bytes> word = Read(offset, kFrameLengthSize);
  if (!word) return Fail(word.error());
  if (word->size() < kFrameLengthSize) return fault(unreadable_);
  const std::uint32_t length = LoadU32(word->data());
  if (length == 0) return fault("Zeros instead of a record");
  if (length < kFrameOverhead) return fault(fmt::format("Illegal record length {}", length));
  if (length > rest) return fault(kFramePastEnd);

  // What a wild length claims is not read before its trailer agrees.
  if (length > kLargestSearched) {
    const Result<bool> agrees = TrailerAgrees(offset, length);
    if (!agrees) return Fail(agrees.error());
    if (!*agrees) return fault(kFrameLengthsDiffer);
  }
  const Result<Bytes> whole = Read(offset, length);
  if (!whole) return Fail(whole.error());
  if (whole->size() < length) return fault(unreadable_);

  Look look{.offset = offset, .body = BodyOf(*whole), .fault = {}};
  look.framed = LoadU32(whole->data() + length - kFrameLengthSize) == length;
  const Result<void> judged = judge_(look.body, Place::kExpected);
  if (!look.framed)
    look.fault = kFrameLengthsDiffer;
  else if (!judged)
    look.fault = judged.error().what;
  if (look.framed || judged) look.length = length;
  return look;
}

Result<bool> RecordSalvager::BelievableAt(std::uint64_t offset, std::uint32_t length) {
  if (!IsSearched(length) || length > source_->size() - offset || length > search_budget_)
    return false;
  const Result<Bytes> whole = Read(offset, length);
  if (!whole) return Fail(whole.error());
  if (whole->size() < length || LoadU32(whole->data() + length - kFrameLengthSize) != length)
    return false;
  search_budget_ -= length;
  return judge_(BodyOf(*whole), Place::kSearched).has_value();
}

Result<bool> RecordSalvager::IsRecordOrEnd(std::uint64_t offset) {
  if (offset == source_->size()) return true;
  const Result<Bytes> word = Read(offset, kFrameLengthSize);
  if (!word) return Fail(word.error());
  if (word->size() < kFrameLengthSize) return false;
  return BelievableAt(offset, LoadU32(word->data()));
}

// The next place from `from` on with a length that is possible, as far as one look goes: an earlier
// place, from which to look again, if there is none so far.
Result<std::uint64_t> RecordSalvager::NextLength(std::uint64_t from) {
  constexpr std::uint64_t kAtOnce = 4096;
  Result<Bytes> bytes = Read(from, kAtOnce);
  if (bytes && bytes->empty()) bytes = Read(from, kFrameLengthSize);
  if (!bytes) return Fail(bytes.error());
  if (bytes->size() < kFrameLengthSize) return (from | (unreadable_step_ - 1)) + 1;
  std::size_t n = 0;
  for (; n + kFrameLengthSize <= bytes->size(); ++n)
    if (const std::uint32_t length = LoadU32(bytes->data() + n); IsSearched(length)) break;
  return from + n;
}

// The next believable record, or the end of the file.
Result<std::uint64_t> RecordSalvager::Search(std::uint64_t from) {
  const std::uint64_t size = source_->size();
  for (std::uint64_t at = from; at < size && size - at > kFrameOverhead;) {
    const Result<std::uint64_t> next = NextLength(at);
    if (!next) return Fail(next.error());
    search_budget_ += (*next - at + 1) * kBudgetPerByte;
    at = *next;
    const Result<bool> found = IsRecordOrEnd(at);
    if (!found) return Fail(found.error());
    if (*found) return at;
    ++at;
  }
  return size;
}

// A record that ends where the next one begins, but does not begin with the length it ends with.
Result<std::optional<SalvagedRecord>> RecordSalvager::MendStart(std::uint64_t offset,
                                                                std::uint64_t end) {
  const std::uint64_t length = end - offset;
  if (length < kFrameOverhead || length > kLargestSearched) return std::nullopt;
  const Result<Bytes> whole = Read(offset, length);
  if (!whole) return Fail(whole.error());
  if (whole->size() < length || LoadU32(whole->data() + length - kFrameLengthSize) != length)
    return std::nullopt;
  const Bytes body = BodyOf(*whole);
  if (!judge_(body, Place::kSearched)) return std::nullopt;
  return SalvagedRecord{.frame = {offset, body}, .mended = true};
}

RecordSalvager::Item RecordSalvager::Take(std::uint64_t offset, Bytes body, bool mended) {
  position_ = offset + body.size() + kFrameOverhead;
  return SalvagedRecord{.frame = {offset, body}, .mended = mended};
}

RecordSalvager::Item RecordSalvager::GiveUp(std::uint64_t end, std::string reason) {
  const std::uint64_t from = std::exchange(position_, end);
  return LostStretch{.offset = from, .bytes = end - from, .reason = std::move(reason)};
}

Result<std::optional<RecordSalvager::Item>> RecordSalvager::Next() {
  if (position_ >= source_->size()) return std::nullopt;
  if (std::exchange(start_in_doubt_, false)) {
    const Result<bool> believable = IsRecordOrEnd(position_);
    if (!believable) return Fail(believable.error());
    if (!*believable) {
      const Result<std::uint64_t> found = Search(0);
      if (!found) return Fail(found.error());
      position_ = 0;
      return GiveUp(*found, "No record where the label should end");
    }
  }
  Result<Look> look = LookAt(position_);
  if (!look) return Fail(look.error());
  if (look->fault.empty()) return Take(look->offset, look->body, false);

  if (look->length > 0) {
    const std::uint64_t end = look->offset + look->length;
    const Result<bool> follows = IsRecordOrEnd(end);
    if (!follows) return Fail(follows.error());
    if (*follows && look->framed) return GiveUp(end, std::move(look->fault));
    if (*follows) {
      // Looking at what follows may have moved the window.
      const Result<Bytes> whole = Read(look->offset, look->length);
      if (!whole) return Fail(whole.error());
      return Take(look->offset, BodyOf(*whole), true);
    }
  }
  const Result<std::uint64_t> next = Search(position_ + 1);
  if (!next) return Fail(next.error());
  const Result<std::optional<SalvagedRecord>> mended = MendStart(position_, *next);
  if (!mended) return Fail(mended.error());
  if (*mended) {
    position_ = *next;
    return **mended;
  }
  return GiveUp(*next, std::move(look->fault));
}

}  // namespace fdr
