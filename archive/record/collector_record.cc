// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/collector_record.h"

namespace fdr {
namespace {

constexpr MetricId kCollectorPid = MetricId::Build(2, 0, 23);
constexpr MetricId kCollectorNumber = MetricId::Build(2, 0, 24);
constexpr std::size_t kMetricsOfPrologue = 5;

std::optional<std::uint64_t> NumberOf(const ValueSet& set) {
  if (set.size() != 1) return std::nullopt;
  if (set.in_place()) return set.Word(0);
  const Bytes payload = set.Block(0).payload;
  if (payload.size() == 4) return LoadU32(payload.data());
  if (payload.size() == 8) return LoadU64(payload.data());
  return std::nullopt;
}

}  // namespace

std::optional<Collector> CollectorOf(const ResultRecord& record) {
  if (record.sets().size() != kMetricsOfPrologue) return std::nullopt;
  std::optional<std::uint64_t> pid, number;
  for (const ValueSet& set : record.sets()) {
    if (set.id() == kCollectorPid) pid = NumberOf(set);
    if (set.id() == kCollectorNumber) number = NumberOf(set);
  }
  if (!pid || !number) return std::nullopt;
  return Collector{*pid, *number};
}

}  // namespace fdr
