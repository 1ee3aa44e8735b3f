// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/record_stream.h"

#include <algorithm>
#include <utility>

namespace fdr {

RecordStream::RecordStream(ArchiveContext& archive, Timestamp from)
    : archive_(archive), last_at_(NanosOf(from) - 1) {
  static_cast<void>(archive_.SetMode(Mode::kForward, from));
}

Result<std::optional<StreamedRecord>> RecordStream::Next() {
  if (const auto behind = std::exchange(behind_, std::nullopt)) return behind;
  RecordedSets sets;
  const Fetched fetched = archive_.FetchRecordSets(sets);
  if (!fetched) return Fail(fetched.error());
  if (!*fetched) return std::optional<StreamedRecord>();
  StreamedRecord record{NanosOf(sets.stamp), sets.sets.empty(), sets.sets};
  record.at = std::max(record.at, last_at_);
  const Nanos damage_at = std::min(last_at_ + 1, record.at);
  last_at_ = record.at;
  if (!sets.after_damage) return record;
  behind_ = record;
  return StreamedRecord{damage_at, true, {}};
}

}  // namespace fdr
