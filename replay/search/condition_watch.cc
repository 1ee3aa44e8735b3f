// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/condition_watch.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "fdr/replay/set_values.h"

namespace fdr {

ConditionWatch::ConditionWatch(const Condition& condition)
    : condition_(condition),
      evaluator_(condition.expression, condition.bound, DeriveRules::kQuantities),
      is_held_(condition.bound.metrics.size()),
      sets_(condition.bound.metrics.size()) {
  std::iota(sets_.begin(), sets_.end(), 0u);
}

void ConditionWatch::Forget() {
  held_ = {};
  evaluator_.Forget();
}

std::span<const InDomId> ConditionWatch::Take(const FetchResult& fetched) {
  next_.Begin(fetched.stamp());
  for (std::size_t slot = 0; slot < sets_.size(); ++slot) {
    const FetchedSet* const set = FindSet(fetched, slot);
    const bool has_last = held_.sets().size() == sets_.size();
    is_held_[slot] = set == nullptr && has_last ? 1 : 0;
    if (set != nullptr)
      CopySet(fetched, *set, next_);
    else if (has_last)
      CopySet(held_, held_.sets()[slot], next_);
    else
      next_.AddSet(condition_.bound.metrics[slot], SetStatus::kNoValues);
  }
  std::swap(held_, next_);
  wanted_.clear();
  members_.clear();
  evaluator_.AddWantedInstances(moment(), wanted_);
  std::sort(wanted_.begin(), wanted_.end());
  wanted_.erase(std::unique(wanted_.begin(), wanted_.end()), wanted_.end());
  return wanted_;
}

void ConditionWatch::Evaluate() { evaluator_.Evaluate(moment()); }

Moment ConditionWatch::moment() const {
  return {.stamp = held_.stamp(),
          .result = &held_,
          .sets = sets_,
          .profile = &profile_,
          .instances = &members_,
          .held = is_held_};
}

// The set of a metric; nullptr if the record does not have it.
const FetchedSet* ConditionWatch::FindSet(const FetchResult& fetched, std::size_t slot) const {
  const MetricId metric = condition_.bound.metrics[slot];
  const std::span<const FetchedSet> sets = fetched.sets();
  if (slot < sets.size() && sets[slot].id == metric)
    return sets[slot].in_record ? &sets[slot] : nullptr;
  for (const FetchedSet& set : sets)
    if (set.id == metric) return set.in_record ? &set : nullptr;
  return nullptr;
}

bool IsTrue(const FetchedValue& value, Type type) {
  const double number = NumberFrom(type, value.bits);
  return number < 0 || number > 0;
}

}  // namespace fdr
