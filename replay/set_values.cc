// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/set_values.h"

#include <algorithm>

namespace fdr {
namespace {

void AddInPlace(const ValueSet& set, FetchResult& result) {
  const std::byte* pair = set.pairs();
  for (FetchedValue& value : result.AddValues(set.size())) {
    value = {LoadI32(pair), 0, LoadU32(pair + 4)};
    pair += 8;
  }
}

// Adds numbers that follow one another in the record.  False, with nothing added, for other values.
bool AddNumbers(const ValueSet& set, FetchResult& result) {
  if (set.stride() == 0) return false;
  const std::byte* block = set.BlockHeader(0);
  const std::uint32_t header = LoadU32(block);
  const bool is_long = header == BlockHeader(Type::k64, 8) ||
                       header == BlockHeader(Type::kU64, 8) ||
                       header == BlockHeader(Type::kDouble, 8);
  if (!is_long && header != BlockHeader(Type::kFloat, 4)) return false;
  result.LastSet().header = header;
  const std::byte* pair = set.pairs();
  const std::uint32_t stride = set.stride();
  for (FetchedValue& value : result.AddValues(set.size())) {
    value = {LoadI32(pair), header, is_long ? LoadU64(block + 4) : LoadU32(block + 4)};
    pair += 8;
    block += stride;
  }
  return true;
}

void AddBlock(InstanceId instance, const ValueBlock& block, FetchResult& result) {
  const auto size = static_cast<std::uint32_t>(block.payload.size());
  const FetchedValue shape{instance, BlockHeader(block.type, size), 0};
  if (!shape.IsNumber()) return result.AddBytes(instance, block.type, block.payload);
  result.AddNumber(instance, block.type, size,
                   size == 8 ? LoadU64(block.payload.data()) : LoadU32(block.payload.data()));
}

FetchedSet& AddShape(const ValueSet& set, FetchResult& result) {
  FetchedSet& added = result.AddSet(set.id(), SetStatus::kNoValues);
  added.format = set.format();
  if (set.count() < 0) {
    added.status = SetStatus::kRecordedError;
    added.code = set.count();
  }
  return added;
}

}  // namespace

void SetRecorded(const ResultRecord& record, FetchResult& result) {
  result.Begin(record.stamp(), record.is_mark());
  for (const ValueSet& set : record.sets()) AddRecordedSet(set, result);
}

void AddRecordedSet(const ValueSet& set, FetchResult& result) {
  FetchedSet& added = AddShape(set, result);
  if (set.size() == 0) return;
  added.status = SetStatus::kValues;
  if (set.in_place()) return AddInPlace(set, result);
  if (AddNumbers(set, result)) return;
  for (std::uint32_t i = 0; i < set.size(); ++i) AddBlock(set.Instance(i), set.Block(i), result);
}

void CopySet(const FetchResult& from, const FetchedSet& set, FetchResult& to) {
  FetchedSet& copy = to.AddSet(set.id, set.status);
  copy.format = set.format;
  copy.code = set.code;
  copy.header = set.header;
  copy.in_record = set.in_record;
  AddValuesOf(from, set, to);
}

void AddValuesOf(const FetchResult& from, const FetchedSet& set, FetchResult& to) {
  FetchedSet& last = to.LastSet();
  if (last.header != set.header) last.header = 0;  // the values may be of several kinds
  const std::span<const FetchedValue> values = from.Values(set);
  if (set.format == ValueFormat::kInPlace || set.header != 0) {
    std::copy(values.begin(), values.end(), to.AddValues(set.count).begin());
    return;
  }
  for (const FetchedValue& value : values) {
    if (value.header == 0 || value.IsNumber())
      to.AddValue(value);
    else
      to.AddBytes(value.instance, value.type(), value.Payload());
  }
}

void AddErrors(std::span<const MetricId> metrics, std::int32_t code, FetchResult& result) {
  for (const MetricId id : metrics) result.AddSet(id, SetStatus::kRecordedError).code = code;
}

void AddRecordedSet(const ValueSet& set, const Desc& desc, const Profile& profile,
                    FetchResult& result) {
  if (desc.indom.IsNull() || profile.IncludesAll(desc.indom)) return AddRecordedSet(set, result);
  AddShape(set, result);
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const InstanceId instance = set.Instance(i);
    if (!profile.Includes(desc.indom, instance)) continue;
    if (set.in_place())
      result.AddInPlace(instance, set.Word(i));
    else
      AddBlock(instance, set.Block(i), result);
  }
  FetchedSet& added = result.LastSet();
  if (added.count > 0) added.status = SetStatus::kValues;
}

}  // namespace fdr
