// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/values.h"

#include <optional>

#include "fdr/archive/record/number_size.h"

namespace fdr {
namespace {

// Whether all numbers have the type of the metric.
bool IsUniform(const FetchedSet& set, Type type) {
  if (set.format == ValueFormat::kInPlace) return BytesOfNumber(type) == 4;
  return set.header == BlockHeader(type, static_cast<std::uint32_t>(BytesOfNumber(type)));
}

// Very old archives do not type their blocks, and store floats in place: a value as large as the
// metric's numbers is a number.
std::optional<std::uint64_t> NumberBits(const FetchedValue& value, Type type) {
  if (value.header == 0) return BytesOfNumber(type) == 4 ? std::optional(value.bits) : std::nullopt;
  if (value.size() != BytesOfNumber(type)) return std::nullopt;
  if (value.IsNumber()) return value.type() == type ? std::optional(value.bits) : std::nullopt;
  const std::byte* const payload = value.Payload().data();
  return value.size() == 4 ? LoadU32(payload) : LoadU64(payload);
}

}  // namespace

Values OperandValues(const FetchResult& result, const FetchedSet& set, Type type,
                     std::vector<FetchedValue>& buffer) {
  if (set.status != SetStatus::kValues) return {set.status, set.code, {}};
  const std::span<const FetchedValue> list = result.Values(set);
  if (!IsNumeric(type) || IsUniform(set, type)) return ValuesOf(list);
  buffer.clear();
  for (const FetchedValue& value : list)
    if (const auto bits = NumberBits(value, type)) buffer.push_back({value.instance, 0, *bits});
  return ValuesOf(buffer);
}

}  // namespace fdr
