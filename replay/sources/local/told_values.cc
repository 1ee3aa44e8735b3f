// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/told_values.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace fdr::local {
namespace {

std::uint64_t HashOf(const Grid& grid, const Cell& cell) {
  if (cell.kind == Cell::Kind::kText) return std::hash<std::string_view>{}(grid.Text(cell));
  return cell.bits;
}

}  // namespace

bool ToldValues::IsNews(MetricId metric, InstanceId instance, const Grid& grid, const Cell& cell) {
  std::vector<Value>& values = values_[metric];
  const std::uint64_t hash = HashOf(grid, cell);
  const auto at =
      std::lower_bound(values.begin(), values.end(), instance,
                       [](const Value& value, InstanceId id) { return value.instance < id; });
  if (at == values.end() || at->instance != instance) {
    values.insert(at, {instance, hash});
    return true;
  }
  if (at->hash == hash) return false;
  at->hash = hash;
  return true;
}

void ToldValues::Forget(InstanceId instance) {
  for (auto& [metric, values] : values_)
    std::erase_if(values, [&](const Value& value) { return value.instance == instance; });
}

}  // namespace fdr::local
