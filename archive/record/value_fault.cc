// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/value_fault.h"

#include <algorithm>

#include "fdr/archive/record/event_array.h"
#include "fdr/archive/record/numbers.h"

namespace fdr {
namespace {

// Old writers left type 0 in blocks.  It is no contradiction, because 32-bit numbers are never in
// blocks.
bool HasType(const ValueBlock& block, Type type) {
  return block.type == type || block.type == Type::k32;
}

std::optional<std::string_view> NumberFault(const ValueSet& set, Type type) {
  if (VisitNumbers(set, type, [](InstanceId, auto) {})) return std::nullopt;
  if (set.in_place() || type == Type::k32 || type == Type::kU32)
    return "values of another type than their metric";
  const std::size_t size = type == Type::kFloat ? 4 : 8;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const ValueBlock block = set.Block(i);
    if (!HasType(block, type)) return "values of another type than their metric";
    if (block.payload.size() != size) return "values that are not as large as their type";
  }
  return std::nullopt;
}

bool AreSound(Type type, Bytes payload) {
  const Result<EventArray> events = EventArray::Decode(type, payload);
  return events && std::none_of(events->records().begin(), events->records().end(),
                                [](const EventRecord& event) { return event.count < 0; });
}

std::optional<std::string_view> BlockFault(const ValueBlock& block, Type type) {
  if (!HasType(block, type)) return "values of another type than their metric";
  if (IsEvent(type) && !AreSound(type, block.payload)) return "damaged event records";
  return std::nullopt;
}

}  // namespace

std::optional<std::string_view> ValueFault(const ValueSet& set, const Desc& desc) {
  if (set.size() == 0) return std::nullopt;
  if (IsNumeric(desc.type)) return NumberFault(set, desc.type);
  if (set.in_place() || desc.type == Type::kNoSupport)
    return "values of another type than their metric";
  for (std::uint32_t i = 0; i < set.size(); ++i)
    if (const auto fault = BlockFault(set.Block(i), desc.type)) return fault;
  return std::nullopt;
}

}  // namespace fdr
