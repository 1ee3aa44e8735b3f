// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/log_import/pending_values.h"

#include <pcp/import.h>

#include <algorithm>

#include "fdr/replay/pcp/log_import/parsed_value.h"

namespace fdr::log_import {
namespace {

// Most programs go through the instances in order.
bool HasInstance(const PendingSet& set, int instance) {
  if (set.values.empty() || (set.is_ascending && set.values.back().instance < instance))
    return false;
  return std::ranges::find(set.values, instance, &PendingValue::instance) != set.values.end();
}

ValueFormat FormatOfType(int type) {
  return type == PM_TYPE_32 || type == PM_TYPE_U32 ? ValueFormat::kInPlace : ValueFormat::kPointer;
}

void AddValue(const PendingValue& value, int type, ResultEncoder& encoder) {
  constexpr std::uint32_t kShort = 4, kLong = 8;
  switch (type) {
    case PM_TYPE_32:
    case PM_TYPE_U32:
      return encoder.AddInPlace(value.instance, static_cast<std::uint32_t>(value.bits));
    case PM_TYPE_FLOAT:
      return encoder.AddNumber(value.instance, Type::kFloat, kShort, value.bits);
    case PM_TYPE_STRING:
      return encoder.AddBlock(value.instance, Type::kString,
                              std::as_bytes(std::span(value.text.c_str(), value.text.size() + 1)));
    default:
      return encoder.AddNumber(value.instance, static_cast<Type>(type), kLong, value.bits);
  }
}

}  // namespace

PendingSet& PendingValues::SetOf(const DefinedHandle& handle, const pmDesc& desc) {
  if (set_of_.size() <= handle.metric) set_of_.resize(handle.metric + 1);
  std::size_t& number = set_of_[handle.metric];
  if (number == 0) {
    if (count_ == sets_.size()) sets_.emplace_back();
    number = ++count_;
    PendingSet& fresh = sets_[number - 1];
    fresh.metric = handle.metric;
    fresh.pmid = desc.pmid;
    fresh.type = desc.type;
    fresh.error = 0;
    fresh.is_ascending = true;
    fresh.values.clear();
  }
  return sets_[number - 1];
}

int PendingValues::Put(const DefinedHandle& handle, const pmDesc& desc, const char* text) {
  PendingSet& set = SetOf(handle, desc);
  if (set.error < 0) return handle.instance == kNoInstance ? PMI_ERR_DUPVALUE : set.error;
  if (HasInstance(set, handle.instance)) return PMI_ERR_DUPVALUE;
  PendingValue value;
  value.instance = handle.instance;
  const int sts = ParseValue(desc.type, text, value);
  if (sts < 0) {
    if (set.values.empty()) set.error = sts;
    return sts;
  }
  if (!set.values.empty() && set.values.back().instance > value.instance) set.is_ascending = false;
  set.values.push_back(std::move(value));
  return 0;
}

void PendingValues::Encode(Timestamp stamp, ResultEncoder& encoder) {
  encoder.Begin(stamp);
  for (PendingSet& set : std::span(sets_).first(count_)) {
    if (set.error < 0) {
      encoder.AddSet({set.pmid}, set.error);
      continue;
    }
    if (!set.is_ascending) std::ranges::sort(set.values, {}, &PendingValue::instance);
    encoder.BeginSet({set.pmid}, FormatOfType(set.type));
    for (const PendingValue& value : set.values) AddValue(value, set.type, encoder);
  }
}

void PendingValues::Clear() {
  for (const PendingSet& set : sets()) set_of_[set.metric] = 0;
  count_ = 0;
}

}  // namespace fdr::log_import
