// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/own_metrics.h"

#include <bit>
#include <iterator>
#include <utility>

namespace fdr {
namespace {

void AddOwnValue(InstanceId instance, std::uint32_t value, FetchResult& result) {
  result.AddInPlace(instance, value);
}

void AddOwnValue(InstanceId instance, std::uint64_t value, FetchResult& result) {
  result.AddNumber(instance, Type::kU64, sizeof value, value);
}

void AddOwnValue(InstanceId instance, float value, FetchResult& result) {
  result.AddNumber(instance, Type::kFloat, sizeof value, std::bit_cast<std::uint32_t>(value));
}

void AddOwnValue(InstanceId instance, double value, FetchResult& result) {
  result.AddNumber(instance, Type::kDouble, sizeof value, std::bit_cast<std::uint64_t>(value));
}

// A string ends with a zero byte, which counts.
void AddOwnValue(InstanceId instance, const std::string& value, FetchResult& result) {
  result.AddBytes(instance, Type::kString,
                  std::as_bytes(std::span(value.c_str(), value.size() + 1)));
}

}  // namespace

void OwnMetrics::Add(OwnMetrics more) {
  std::ranges::move(more.metrics, std::back_inserter(metrics));
  std::ranges::move(more.domains, std::back_inserter(domains));
}

std::optional<OwnValue> OwnValueOf(const FetchedValue& value, Type type) {
  const bool in_place = value.header == 0;
  const bool is_wide = value.IsNumber() && value.type() == type;
  switch (type) {
    case Type::k32:
    case Type::kU32:
      if (in_place) return OwnValue{value.instance, value.Word()};
      break;
    case Type::kU64:
      if (is_wide) return OwnValue{value.instance, value.bits};
      break;
    case Type::kDouble:
      if (is_wide) return OwnValue{value.instance, value.AsDouble()};
      break;
    case Type::kString:
      if (!in_place && value.type() == Type::kString)
        return OwnValue{value.instance, std::string(value.Text().value_or(""))};
      break;
    default:
      break;
  }
  return std::nullopt;
}

void AddOwnSet(const OwnMetric& metric, const Profile& profile, FetchResult& result) {
  FetchedSet& set = result.AddSet(metric.desc.id, SetStatus::kValues);
  const bool is_word = metric.desc.type == Type::k32 || metric.desc.type == Type::kU32;
  set.format = is_word ? ValueFormat::kInPlace : ValueFormat::kPointer;
  const bool is_singular = metric.desc.indom.IsNull();
  for (const OwnValue& own : metric.read()) {
    if (!is_singular && !profile.Includes(metric.desc.indom, own.instance)) continue;
    std::visit([&](const auto& value) { AddOwnValue(own.instance, value, result); }, own.value);
  }
  if (result.LastSet().count == 0) result.LastSet().status = SetStatus::kNoValues;
}

}  // namespace fdr
