// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/record_walk.h"

#include <algorithm>
#include <utility>

namespace fdr {

RecordWalk::RecordWalk(ArchiveContext& archive, Timestamp from)
    : archive_(archive), last_at_(NanosOf(from) - 1) {
  static_cast<void>(archive_.SetMode(Mode::kForward, from));
}

Result<std::optional<WalkedRecord>> RecordWalk::Next() {
  if (const auto behind = std::exchange(behind_, std::nullopt)) return behind;
  RecordedSets sets;
  while (true) {
    const Result<bool> fetched = archive_.FetchRecordSets(sets);
    if (!fetched) {
      const Result<bool> goes_on = GoOnAfter(fetched.error());
      if (!goes_on) return Fail(goes_on.error());
      if (!*goes_on) return std::optional<WalkedRecord>();
      continue;
    }
    if (!*fetched) return std::optional<WalkedRecord>();
    WalkedRecord record{NanosOf(sets.stamp), sets.sets.empty(), sets.sets};
    record.at = std::max(record.at, last_at_);
    const Nanos damage_at = std::min(last_at_ + 1, record.at);
    last_at_ = record.at;
    if (!std::exchange(met_damage_, false)) return record;
    behind_ = record;
    return WalkedRecord{damage_at, true, {}};
  }
}

// An incomplete record at the end of the log is no gap: nothing is behind it.
Result<bool> RecordWalk::GoOnAfter(const Error& error) {
  if (!IsDamage(error.code) && error.code != Errc::kOverlap) return Fail(error);
  met_damage_ |= IsDamage(error.code);
  const bool is_new = errors_.insert(PlaceOf(error)).second;
  if (is_new) archive_.ReportDamage(error);
  return is_new || archive_.SkipDamage().value_or(false);
}

}  // namespace fdr
