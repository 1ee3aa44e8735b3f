// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/stretch_finder.h"

#include <algorithm>
#include <utility>

namespace fdr {
namespace {

void Raise(const ConditionTerm& term, const FetchedValue& value, Type type, Timestamp stamp,
           std::optional<StretchExtreme>& extreme) {
  const double number = NumberFrom(type, value.bits) * term.factor;
  if (number != number || (extreme && !term.Exceeds(number, extreme->value))) return;
  extreme = {number, stamp, value.instance};
}

}  // namespace

StretchFinder::StretchFinder(const Condition& condition, std::int64_t shortest,
                             OnStretch on_stretch)
    : condition_(condition),
      shortest_(shortest),
      order_(std::move(on_stretch)),
      finders_(condition.terms.size()),
      extremes_(condition.terms.size()) {}

void StretchFinder::Add(const ConditionWatch& watch) {
  ++takes_;
  const TypedValues truth = watch.truth();
  if (!truth.values.list.empty()) Note(watch);
  for (const FetchedValue& value : truth.values.list)
    if (IsTrue(value, truth.desc.type)) Extend(value.instance, watch);
  for (auto open = open_.begin(); open != open_.end();) {
    if (open->second.seen == takes_) {
      ++open;
      continue;
    }
    Close(open->second, StretchEnd::kCondition);
    open = open_.erase(open);
  }
}

// Remembers the extremes of all, and makes the terms ready for Extend().
void StretchFinder::Note(const ConditionWatch& watch) {
  ++samples_;
  for (std::size_t i = 0; i < finders_.size(); ++i) {
    const ConditionTerm& term = condition_.terms[i];
    const TypedValues values = watch.ValuesOf(term);
    finders_[i].Reset(values.values.list);
    for (const FetchedValue& value : values.values.list)
      Raise(term, value, values.desc.type, watch.stamp(), extremes_[i]);
  }
}

void StretchFinder::Extend(InstanceId instance, const ConditionWatch& watch) {
  const auto [found, is_new] = open_.try_emplace(instance);
  Open& open = found->second;
  Stretch& stretch = open.stretch;
  if (is_new) {
    stretch.instance = instance;
    stretch.start = watch.stamp();
    stretch.extremes.resize(finders_.size());
    order_.Begin(stretch.start, instance);
  }
  open.seen = takes_;
  stretch.end = watch.stamp();
  ++stretch.samples;
  for (std::size_t i = 0; i < finders_.size(); ++i) {
    const ConditionTerm& term = condition_.terms[i];
    const TypedValues values = watch.ValuesOf(term);
    const bool is_single = values.desc.indom.IsNull() && !values.values.list.empty();
    const FetchedValue* const value =
        is_single ? &values.values.list.front() : finders_[i].Find(instance);
    if (value != nullptr) Raise(term, *value, values.desc.type, watch.stamp(), stretch.extremes[i]);
  }
}

void StretchFinder::Close(Open& open, StretchEnd why) {
  open.stretch.why = why;
  const bool is_long = open.stretch.start.Plus(shortest_) <= open.stretch.end;
  if (!is_long) longest_left_out_ = std::max(open.stretch.Seconds(), longest_left_out_.value_or(0));
  order_.End(std::move(open.stretch), is_long);
}

void StretchFinder::End(StretchEnd why) {
  for (auto& [instance, open] : open_) Close(open, why);
  open_.clear();
}

}  // namespace fdr
