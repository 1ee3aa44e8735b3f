// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/values/encode_set.h"

namespace fdr {
namespace {

void AddValue(const FetchedValue& value, ResultEncoder& encoder) {
  if (value.IsNumber())
    encoder.AddNumber(value.instance, value.type(), value.size(), value.bits);
  else
    encoder.AddBlock(value.instance, value.type(), value.Payload());
}

}  // namespace

void EncodeSet(const FetchResult& result, const FetchedSet& set, ResultEncoder& encoder) {
  const std::span<const FetchedValue> values = result.Values(set);
  if (set.format == ValueFormat::kInPlace) return encoder.AddInPlaceSet(set.id, values);
  if (set.header != 0)
    return encoder.AddNumberSet(set.id, set.format, values[0].type(), values[0].size(), values);
  encoder.BeginSet(set.id, set.format);
  for (const FetchedValue& value : values) AddValue(value, encoder);
}

}  // namespace fdr
