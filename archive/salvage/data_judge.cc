// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/salvage/data_judge.h"

#include <algorithm>

#include "fdr/archive/base/stamp_codec.h"

namespace fdr {
namespace {

// No recording pauses for so long a time.  Wide enough for all stamps, but excludes most other
// numbers.
constexpr std::int64_t kImplausibleSeconds = std::int64_t{20} * 366 * 86400;

}  // namespace

void DataJudge::Took(Timestamp stamp) {
  if (!stamp.Valid()) return;
  before_last_ = last_;
  last_ = stamp;
}

// A stamp is too early only if the last two records are later, because the last stamp alone may be
// wild.  A label with a start later than a record is ignored.
bool DataJudge::IsPlausible(Timestamp stamp) const {
  if (!stamp.Valid()) return false;
  std::optional<Timestamp> before = before_last_ ? before_last_ : last_;
  if (!before && witnesses_.start.Valid() && witnesses_.start.sec > 0) before = witnesses_.start;
  return !before || (stamp >= *before && stamp.sec - before->sec < kImplausibleSeconds);
}

Result<void> DataJudge::Check(Bytes body) { return record_.DecodeSets(witnesses_.version, body); }

RecordJudge::Trust DataJudge::Weigh(Bytes body) {
  if (!record_.Decode(witnesses_.version, body) || !IsPlausible(record_.stamp()))
    return Trust::kNone;
  // A copy of the last records, from an old page of the file system, is no new record.
  const bool is_copy = record_.stamp() == last_ || record_.stamp() == before_last_;
  if (record_.is_mark() || is_copy) return Trust::kFollowed;
  if (!witnesses_.is_described) return Trust::kFull;
  const auto sets = record_.sets();
  const auto is_described = [this](const ValueSet& set) {
    return witnesses_.is_described(set.id());
  };
  return std::any_of(sets.begin(), sets.end(), is_described) ? Trust::kFull : Trust::kNone;
}

bool DataJudge::CanBegin(std::uint64_t body_size, Bytes start) {
  const Version version = witnesses_.version;
  const std::size_t head = StampSize(version) + 4;
  if (body_size % 4 != 0 || body_size < head) return false;
  if (start.size() < StampSize(version)) return true;
  if (!IsPlausible(LoadStamp(version, start.data()))) return false;
  if (start.size() < head) return true;
  const std::uint32_t count = ResultRecord::CountOf(version, start);
  if (count == 0) return body_size == head;  // a mark
  return count <= (body_size - head) / ValueSet::kEmptySize;
}

std::optional<std::uint64_t> DataJudge::NextKnown(std::uint64_t offset) {
  if (!witnesses_.places) return std::nullopt;
  const std::optional<KnownPlaces::Place> known = witnesses_.places->Behind(offset);
  return known ? std::optional(known->offset) : std::nullopt;
}

Result<void> ValueJudge::Check(Bytes body) {
  if (auto decoded = record().Decode(witnesses().version, body); !decoded) return decoded;
  if (!record().stamp().Valid()) return Fail(Errc::kCorruptRecord, "A time stamp that is none");
  return {};
}

}  // namespace fdr
