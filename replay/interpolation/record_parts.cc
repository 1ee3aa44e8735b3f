// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/record_parts.h"

#include <algorithm>

#include "fdr/archive/record/record_frame.h"

namespace fdr {
namespace {

// The record differs from the map made of it.
constexpr const char* kRecordChanged = "The record has changed";

constexpr std::uint64_t kLongestNumber = kBlockHeaderSize + sizeof(std::uint64_t);
constexpr std::uint64_t kLikelyPayload = 256;  // bytes of the last payload to read with its header

}  // namespace

void RecordParts::Begin(const RecordPlace& record, const RecordMap& map) {
  record_ = record;
  map_ = map;
  leg_ = {};
  body_.resize(std::max(body_.size(), static_cast<std::size_t>(record.body_size)));
}

Result<ValueSet> RecordParts::Read(std::uint32_t place, Type type) {
  if (const Result<void> loaded = LoadLeg(map_.LegTo(place)); !loaded) return Fail(loaded.error());
  Result<ValueSet> set = SetOnLeg(place);
  if (!set || set->size() == 0 || set->in_place()) return set;
  if (IsNumeric(type)) {
    if (const auto loaded = LoadBlocks(*set, kLongestNumber); !loaded) return Fail(loaded.error());
  } else if (const auto loaded = LoadPayloads(*set); !loaded) {
    return Fail(loaded.error());
  }
  return set;
}

Result<void> RecordParts::LoadLeg(const RecordMap::Leg& leg) {
  if (leg_.end == leg.end) return {};
  if (const Result<void> loaded = Load(leg.from.offset, leg.end); !loaded) return loaded;
  leg_ = leg;
  return {};
}

// The record was checked when its map was made, but the file may have been written since.
Result<ValueSet> RecordParts::SetOnLeg(std::uint32_t place) {
  const Bytes body = Bytes(body_).first(static_cast<std::size_t>(record_.body_size));
  std::uint32_t& offset = leg_.from.offset;
  for (std::uint32_t& i = leg_.from.set; i < place; ++i) {
    const std::uint64_t next = offset + ValueSet::SizeAt(body.subspan(offset));
    if (next + ValueSet::kEmptySize > leg_.end) break;
    offset = static_cast<std::uint32_t>(next);
  }
  const auto set = ValueSet::At(offset, leg_.end, body);
  if (set && leg_.from.set == place && set->id() == map_.sets[place]) return *set;
  return Failure(Errc::kCorruptRecord, kRecordChanged);
}

// Loads from the first block of the set to `of_last` bytes behind the start of the last block.
// Returns the end.
Result<std::uint64_t> RecordParts::LoadBlocks(const ValueSet& set, std::uint64_t of_last) {
  std::uint64_t from = record_.body_size, to = 0;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const std::uint64_t block = ValueSet::BlockOffset(set.Word(i));
    if (block >= record_.body_size) continue;
    from = std::min(from, block);
    to = std::max(to, block + of_last);
  }
  to = std::min(to, record_.body_size);
  if (from < to)
    if (const Result<void> loaded = Load(from, to); !loaded) return Fail(loaded.error());
  return to;
}

// Loads all payloads, each as long as its header says.
Result<void> RecordParts::LoadPayloads(const ValueSet& set) {
  Result<std::uint64_t> loaded_to = LoadBlocks(set, kLikelyPayload);
  if (!loaded_to) return Fail(loaded_to.error());
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const std::uint64_t block = ValueSet::BlockOffset(set.Word(i));
    if (block > record_.body_size || record_.body_size - block < kBlockHeaderSize) continue;
    const std::uint64_t end =
        std::min(block + ValueSet::BlockLength(LoadU32(body_.data() + block)), record_.body_size);
    if (end <= *loaded_to) continue;
    if (const Result<void> loaded = Load(*loaded_to, end); !loaded) return loaded;
    loaded_to = end;
  }
  return {};
}

Result<void> RecordParts::Load(std::uint64_t from, std::uint64_t to) {
  if (to > record_.body_size) return Failure(Errc::kCorruptRecord, kRecordChanged);
  const std::span<std::byte> wanted =
      std::span(body_).subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from));
  const Result<std::size_t> got =
      record_.source->ReadAt(record_.offset + kFrameLengthSize + from, wanted);
  if (!got) return Fail(got.error());
  if (*got < wanted.size())  // the file was cut
    return Failure(Errc::kTruncatedRecord, kFramePastEnd);
  return {};
}

tl::unexpected<Error> RecordParts::Failure(Errc code, const char* what) const {
  return Fail(code, what, record_.source->name(), record_.offset);
}

}  // namespace fdr
