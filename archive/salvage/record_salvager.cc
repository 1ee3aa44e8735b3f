// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/salvage/record_salvager.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace fdr {
namespace {

constexpr std::uint64_t kBudgetPerByte = 16;
// The distance from one attempt to the next in a stretch that cannot be read.
constexpr std::uint64_t kUndecodedStep = 1 << 20;
constexpr std::uint64_t kBadDiskStep = 1 << 16;

// Whether a search considers records of this length.
constexpr bool IsSearched(std::uint32_t length) {
  return length > kFrameOverhead && length <= RecordSalvager::kLargestSearched;
}

bool IsUnreadable(Errc code) { return code == Errc::kCompression || code == Errc::kIo; }

}  // namespace

// Treats bytes that cannot be decompressed, or read from the disk, as missing.
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

// For a record that runs past the end of the file: whether its start can be the start of a record
// that was not written to its end.
Result<bool> RecordSalvager::CanBeginAt(std::uint64_t offset, std::uint32_t length) {
  if (length > kMaxFrameSize) return false;
  const Result<Bytes> start = Read(offset + kFrameLengthSize, FrameHead::kSize);
  if (!start) return Fail(start.error());
  return judge_->CanBegin(length - kFrameOverhead, *start);
}

Result<RecordSalvager::Look> RecordSalvager::LookAt(std::uint64_t offset) {
  using Fault = LostStretch::Fault;
  const auto faulty = [offset](Fault fault, std::string reason) {
    return Look{.offset = offset, .body = {}, .fault = fault, .reason = std::move(reason)};
  };
  const std::uint64_t rest = source_->size() - offset;
  if (rest < kFrameOverhead) return faulty(Fault::kTorn, "Too few bytes for a record");
  const Result<Bytes> word = Read(offset, kFrameLengthSize);
  if (!word) return Fail(word.error());
  if (word->size() < kFrameLengthSize) return faulty(Fault::kUnreadable, unreadable_);
  const std::uint32_t length = LoadU32(word->data());
  if (length == 0) return faulty(Fault::kZeros, "Zeros instead of a record");
  if (length < kFrameOverhead)
    return faulty(Fault::kLength, fmt::format("Illegal record length {}", length));
  if (length > rest) {
    const Result<bool> can_begin = CanBeginAt(offset, length);
    if (!can_begin) return Fail(can_begin.error());
    return faulty(*can_begin ? Fault::kTorn : Fault::kLength, kFramePastEnd);
  }

  // A huge length may be wrong, so the body is not read before the trailing length agrees.
  if (length > kLargestSearched) {
    const Result<bool> agrees = TrailerAgrees(offset, length);
    if (!agrees) return Fail(agrees.error());
    if (!*agrees) return faulty(Fault::kMismatch, kFrameLengthsDiffer);
  }
  const Result<Bytes> whole = Read(offset, length);
  if (!whole) return Fail(whole.error());
  if (whole->size() < length) return faulty(Fault::kUnreadable, unreadable_);

  Look look{.offset = offset, .body = BodyOf(*whole), .fault = {}, .reason = {}};
  const std::uint32_t trailer = LoadU32(whole->data() + length - kFrameLengthSize);
  look.framed = trailer == length;
  const Result<void> judged = judge_->Check(look.body);
  if (!look.framed) {
    look.fault = Fault::kMismatch;
    look.reason = kFrameLengthsDiffer;
  } else if (!judged) {
    look.fault = Fault::kContent;
    look.reason = judged.error().what;
  }
  // Zeros in place of the trailing length mean that this word, and the bytes before it, were never
  // written.
  const bool fits_its_length =
      judged && trailer != 0 && judge_->Weigh(look.body) != RecordJudge::Trust::kNone;
  if (look.framed || fits_its_length) look.length = length;
  return look;
}

Result<RecordJudge::Trust> RecordSalvager::WeighAt(std::uint64_t offset) {
  using enum RecordJudge::Trust;
  const Result<Bytes> word = Read(offset, kFrameLengthSize);
  if (!word) return Fail(word.error());
  if (word->size() < kFrameLengthSize) return kNone;
  const std::uint32_t length = LoadU32(word->data());
  if (!IsSearched(length) || length > source_->size() - offset || length > search_budget_)
    return kNone;
  const Result<Bytes> whole = Read(offset, length);
  if (!whole) return Fail(whole.error());
  if (whole->size() < length || LoadU32(whole->data() + length - kFrameLengthSize) != length)
    return kNone;
  search_budget_ -= length;
  return judge_->Weigh(BodyOf(*whole));
}

// Whether the bytes at `offset` confirm that a record ends there.  A record, whole or torn after
// its stamp, confirms it, and so does the end of the file.
Result<bool> RecordSalvager::Follows(std::uint64_t offset) {
  const std::uint64_t rest = source_->size() - offset;
  if (rest == 0) return true;
  const Result<RecordJudge::Trust> trust = WeighAt(offset);
  if (!trust) return Fail(trust.error());
  if (*trust != RecordJudge::Trust::kNone) return true;
  if (rest < kFrameLengthSize + FrameHead::kSize) return false;
  const Result<Bytes> word = Read(offset, kFrameLengthSize);
  if (!word) return Fail(word.error());
  if (word->size() < kFrameLengthSize || LoadU32(word->data()) <= rest) return false;
  return CanBeginAt(offset, LoadU32(word->data()));
}

// Whether a trustworthy record begins at this place, found by searching only.
Result<bool> RecordSalvager::IsFoundAt(std::uint64_t offset) {
  const Result<RecordJudge::Trust> trust = WeighAt(offset);
  if (!trust) return Fail(trust.error());
  if (*trust != RecordJudge::Trust::kFollowed) return *trust == RecordJudge::Trust::kFull;
  const Result<Bytes> word = Read(offset, kFrameLengthSize);
  if (!word) return Fail(word.error());
  const Result<RecordJudge::Trust> next = WeighAt(offset + LoadU32(word->data()));
  if (!next) return Fail(next.error());
  return *next == RecordJudge::Trust::kFull;
}

// Returns the next place from `from` on with a possible length.  Looks only at one window; without
// such a place, returns the place from which to look again.
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

Result<std::uint64_t> RecordSalvager::Search(std::uint64_t from) {
  const std::uint64_t size = source_->size();
  const std::uint64_t known =
      judge_->NextKnown(from - std::min<std::uint64_t>(from, 1)).value_or(size);
  const Result<std::uint64_t> found = SearchUpTo(from, known);
  return found ? std::min(*found, known) : found;
}

Result<std::uint64_t> RecordSalvager::SearchUpTo(std::uint64_t from, std::uint64_t end) {
  for (std::uint64_t at = from; at < end && end - at > kFrameOverhead;) {
    const Result<std::uint64_t> next = NextLength(at);
    if (!next) return Fail(next.error());
    search_budget_ += (*next - at + 1) * kBudgetPerByte;
    at = *next;
    const Result<bool> found = IsFoundAt(at);
    if (!found) return Fail(found.error());
    if (*found) return at;
    ++at;
  }
  return end;
}

// Mends a record that ends where the next one begins, but has a wrong leading length.
Result<std::optional<SalvagedRecord>> RecordSalvager::MendStart(std::uint64_t offset,
                                                                std::uint64_t end) {
  const std::uint64_t length = end - offset;
  if (length < kFrameOverhead || length > kLargestSearched) return std::nullopt;
  const Result<Bytes> whole = Read(offset, length);
  if (!whole) return Fail(whole.error());
  if (whole->size() < length || LoadU32(whole->data() + length - kFrameLengthSize) != length)
    return std::nullopt;
  const Bytes body = BodyOf(*whole);
  if (judge_->Weigh(body) == RecordJudge::Trust::kNone) return std::nullopt;
  return SalvagedRecord{.frame = {offset, body}, .mended = true};
}

// Mends a record that seems to run past the end of the file, because its leading length is wrong.
// The trailing length shows its end.
Result<std::optional<SalvagedRecord>> RecordSalvager::MendTorn(std::uint64_t offset) {
  const std::uint64_t rest = std::min(source_->size() - offset, kLargestSearched);
  for (std::uint64_t length = kFrameOverhead + 1; length <= rest; ++length) {
    const Result<Bytes> whole = Read(offset, rest);
    if (!whole) return Fail(whole.error());
    if (whole->size() < rest) return std::nullopt;
    while (length < rest && LoadU32(whole->data() + length - kFrameLengthSize) != length) ++length;
    if (LoadU32(whole->data() + length - kFrameLengthSize) != length || length > search_budget_)
      return std::nullopt;
    search_budget_ -= length;
    if (judge_->Weigh(BodyOf(whole->first(length))) == RecordJudge::Trust::kNone) continue;
    const Result<bool> follows = Follows(offset + length);
    if (!follows) return Fail(follows.error());
    if (!*follows) continue;
    // Follows() may have moved the window.
    const Result<Bytes> again = Read(offset, length);
    if (!again) return Fail(again.error());
    position_ = offset + length;
    return SalvagedRecord{.frame = {offset, BodyOf(*again)}, .mended = true};
  }
  return std::nullopt;
}

RecordSalvager::Item RecordSalvager::Take(std::uint64_t offset, Bytes body, bool mended) {
  position_ = offset + body.size() + kFrameOverhead;
  return SalvagedRecord{.frame = {offset, body}, .mended = mended};
}

RecordSalvager::Item RecordSalvager::GiveUp(std::uint64_t end, LostStretch::Fault fault,
                                            std::string reason) {
  const std::uint64_t from = std::exchange(position_, end);
  return LostStretch{
      .offset = from, .bytes = end - from, .fault = fault, .reason = std::move(reason)};
}

// Passes the bytes before the first record.  Without a sound label, their number is unknown.
Result<RecordSalvager::Item> RecordSalvager::PassStart() {
  const Result<std::uint64_t> found = Search(0);
  if (!found) return Fail(found.error());
  position_ = 0;
  return GiveUp(*found, LostStretch::Fault::kNoStart, "No record where the label should end");
}

Result<std::optional<RecordSalvager::Item>> RecordSalvager::Next() {
  if (position_ >= source_->size()) return std::nullopt;
  if (std::exchange(start_in_doubt_, false)) {
    const Result<bool> found = IsFoundAt(position_);
    if (!found) return Fail(found.error());
    if (!*found) return PassStart();
  }
  Result<Look> look = LookAt(position_);
  if (!look) return Fail(look.error());
  if (!look->fault) return Take(look->offset, look->body, false);
  return PassDamage(std::move(*look));
}

Result<RecordSalvager::Item> RecordSalvager::PassDamage(Look look) {
  using Fault = LostStretch::Fault;
  if (look.length > 0) {
    const std::uint64_t end = look.offset + look.length;
    const Result<bool> follows = Follows(end);
    if (!follows) return Fail(follows.error());
    if (*follows && look.framed) return GiveUp(end, *look.fault, std::move(look.reason));
    if (*follows) {
      // Follows() may have moved the window.
      const Result<Bytes> whole = Read(look.offset, look.length);
      if (!whole) return Fail(whole.error());
      return Take(look.offset, BodyOf(*whole), true);
    }
  }
  if (look.fault == Fault::kTorn && !judge_->NextKnown(position_)) {
    const Result<std::optional<SalvagedRecord>> mended = MendTorn(position_);
    if (!mended) return Fail(mended.error());
    if (*mended) return **mended;
    return GiveUp(source_->size(), Fault::kTorn, std::move(look.reason));
  }
  const Result<std::uint64_t> next = Search(position_ + 1);
  if (!next) return Fail(next.error());
  const Result<std::optional<SalvagedRecord>> mended = MendStart(position_, *next);
  if (!mended) return Fail(mended.error());
  if (*mended) {
    position_ = *next;
    return **mended;
  }
  return GiveUp(*next, *look.fault, std::move(look.reason));
}

}  // namespace fdr
