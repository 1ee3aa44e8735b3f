// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/record_parts.h"

#include <algorithm>

#include "fdr/archive/record_frame.h"

namespace fdr {
namespace {

constexpr std::uint64_t kLongestNumber = kBlockHeaderSize + sizeof(std::uint64_t);

std::size_t SetsEnd(const ResultRecord& record, const ByteBuffer& body) {
  return record.sets().empty() ? body.size() : body.size() - record.blocks().size();
}

}  // namespace

void RecordParts::FindShape(std::uint64_t body_size) {
  if (shape().body.size() == body_size) return;
  for (current_ = 0; current_ < shapes_.size(); ++current_)
    if (shape().body.size() == body_size) return;
  current_ = next_++ % shapes_.size();
  shape() = Shape();
  shape().body.resize(static_cast<std::size_t>(body_size));
}

Result<std::span<const ValueSet>> RecordParts::SetsOf(const ByteSource& source, Version version,
                                                      std::uint64_t offset,
                                                      std::uint64_t body_size) {
  FindShape(body_size);
  source_ = &source;
  start_ = offset + kFrameLengthSize;
  loaded_ = 0;
  HeadMemo::Head* const head = memo_->StartingAt(source, offset);
  if (head != nullptr && head->note != 0 && head->note == shape().note)
    return shape().record.sets();
  if (const Result<void> decoded = Decode(version); !decoded) {
    shape() = Shape();
    return Fail(decoded.error());
  }
  if (head != nullptr) head->note = shape().note;
  return shape().record.sets();
}

// Of a record with the same sets as the one before, what is behind them is not read.
Result<void> RecordParts::Decode(Version version) {
  Shape& shape = this->shape();
  const std::size_t sets_end = SetsEnd(shape.record, shape.body);
  if (const Result<void> read = Read(0, sets_end); !read) return read;
  loaded_ = sets_end;
  if (shape.record.DecodeSameSets(version, shape.body)) return {};
  if (const Result<void> read = Read(sets_end, shape.body.size()); !read) return read;
  loaded_ = shape.body.size();
  shape.note = ++last_note_;
  return shape.record.DecodeSets(version, shape.body);
}

Result<void> RecordParts::Load(const ValueSet& set, Type type) {
  if (loaded_ == shape().body.size()) return {};
  if (loaded_ == 0) {
    const auto from = static_cast<std::uint64_t>(set.pairs() - shape().body.data());
    if (const Result<void> read = Read(from, from + std::uint64_t{8} * set.size()); !read)
      return read;
  }
  if (set.in_place()) return {};
  if (IsNumeric(type)) return LoadBlocks(set);
  return Read(loaded_, shape().body.size());  // a damaged word may locate any of it
}

// As far as they may be numbers.
Result<void> RecordParts::LoadBlocks(const ValueSet& set) {
  std::uint64_t from = shape().body.size(), to = 0;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const std::uint64_t block = ValueSet::BlockOffset(set.Word(i));
    if (block >= shape().body.size()) continue;
    from = std::min(from, block);
    to = std::max(to, block + kLongestNumber);
  }
  return from < to ? Read(from, std::min<std::uint64_t>(to, shape().body.size())) : Result<void>();
}

Result<void> RecordParts::Read(std::uint64_t from, std::uint64_t to) {
  const std::span<std::byte> wanted =
      std::span(shape().body)
          .subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from));
  const Result<std::size_t> got = source_->ReadAt(start_ + from, wanted);
  if (!got) return Fail(got.error());
  if (*got < wanted.size())  // somebody cut the file
    return Fail(Errc::kTruncatedRecord, "Record runs past the end of the file", source_->name(),
                start_ - kFrameLengthSize);
  return {};
}

}  // namespace fdr
