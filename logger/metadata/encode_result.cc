// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/metadata/encode_result.h"

namespace fdr {
namespace {

void AddValue(const FetchedValue& value, ResultEncoder& record) {
  if (value.IsNumber())
    record.AddNumber(value.instance, value.type(), value.size(), value.bits);
  else
    record.AddBlock(value.instance, value.type(), value.Payload());
}

}  // namespace

bool IsRecordable(const FetchedSet& set) {
  return set.status != SetStatus::kUnknownMetric && set.status != SetStatus::kUndescribed;
}

void EncodeResult(const FetchResult& result, ResultEncoder& record) {
  record.Begin(result.stamp());
  for (const FetchedSet& set : result.sets()) {
    if (!IsRecordable(set)) continue;
    if (set.count == 0) {
      record.AddSet(set.id, set.status == SetStatus::kRecordedError ? set.code : 0);
      continue;
    }
    const std::span<const FetchedValue> values = result.Values(set);
    if (set.format == ValueFormat::kInPlace) {
      record.AddInPlaceSet(set.id, values);
    } else if (set.header != 0) {
      record.AddNumberSet(set.id, set.format, values[0].type(), values[0].size(), values);
    } else {
      record.BeginSet(set.id, set.format);
      for (const FetchedValue& value : values) AddValue(value, record);
    }
  }
}

}  // namespace fdr
