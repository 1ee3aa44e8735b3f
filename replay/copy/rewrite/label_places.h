// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The owners of labels, before and after rewriting rules have changed metrics and instance domains.

#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "fdr/archive/record/labelset_record.h"
#include "fdr/replay/copy/rewrite/rule_table.h"

namespace fdr {

/// The owner of labels.
struct LabelPlace {
  std::uint32_t level = 0;
  std::uint32_t id = 0;

  friend auto operator<=>(const LabelPlace&, const LabelPlace&) = default;
};

inline LabelLevel LevelOf(const LabelPlace& place) { return static_cast<LabelLevel>(place.level); }
inline bool IsOfInDom(LabelLevel level) {
  return level == LabelLevel::kInDom || level == LabelLevel::kInstances;
}
/// The identifier of a metric, its cluster, or its agent.
std::uint32_t LabelIdOf(LabelLevel level, MetricId id);
/// The owner, whatever bits of its identifier have no meaning.
LabelPlace PlaceOf(const LabelSetRecord& record);

class LabelPlaces {
 public:
  /// Borrows the table.
  explicit LabelPlaces(const RuleTable& table) : table_(table) {}

  /// Call this when the table has learned all.  Returns whether any owner changes.
  bool Begin();

  /// All owners at a level.
  std::vector<LabelPlace> All(LabelLevel level) const;
  /// The new owners.  Nothing, if all that the labels describe is deleted.
  std::vector<LabelPlace> TargetsOf(const LabelPlace& place) const;
  /// The changes of instances between the owners, if there are any.
  const DomainChange* InstancesOf(const LabelPlace& place, const LabelPlace& target) const;

  bool Fits(const LabelRule& rule, const LabelPlace& place) const;
  bool FitsInstance(const LabelRule& rule, const LabelPlace& place, InstanceId instance) const;

 private:
  using Moves = std::map<std::uint32_t, std::set<std::uint32_t>>;  // where the metrics went

  const RuleTable& table_;
  Moves domains_, clusters_;
};

}  // namespace fdr
