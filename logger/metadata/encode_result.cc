// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/metadata/encode_result.h"

#include "fdr/replay/values/encode_set.h"

namespace fdr {

bool IsRecordable(const FetchedSet& set) {
  return set.status != SetStatus::kUnknownMetric && set.status != SetStatus::kUndescribed;
}

void EncodeResult(const FetchResult& result, ResultEncoder& record) {
  record.Begin(result.stamp());
  for (const FetchedSet& set : result.sets()) {
    if (!IsRecordable(set)) continue;
    if (set.count == 0)
      record.AddSet(set.id, set.status == SetStatus::kRecordedError ? set.code : 0);
    else
      EncodeSet(result, set, record);
  }
}

}  // namespace fdr
