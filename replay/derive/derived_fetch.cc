// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/derived_fetch.h"

#include <algorithm>

#include "fdr/replay/set_values.h"

namespace fdr {
namespace {

constexpr std::uint32_t HeaderOf(Type type) {
  if (type == Type::k32 || type == Type::kU32) return 0;
  return BlockHeader(type, type == Type::kFloat ? 4 : 8);
}

}  // namespace

bool DerivedFetch::IsPlanned(std::span<const MetricId> metrics, const BoundMetrics& bound) const {
  const auto same = [](const Part& part, MetricId id) { return part.id == id; };
  return generation_ == bound.generation() &&
         std::equal(parts_.begin(), parts_.end(), metrics.begin(), metrics.end(), same);
}

std::uint32_t DerivedFetch::Request(MetricId id) {
  const auto next = static_cast<std::uint32_t>(request_.size());
  const auto [place, is_new] = places_.try_emplace(id, next);
  if (is_new) request_.push_back(id);
  return place->second;
}

// The caller's metrics come first, then the operands that are not among them.  What an exception
// leaves half done is no plan: the generation is set last.
void DerivedFetch::Plan(std::span<const MetricId> metrics, BoundMetrics& bound) {
  if (IsPlanned(metrics, bound)) return;
  generation_ = 0;
  parts_.clear();
  request_.clear();
  places_.clear();
  sets_.clear();
  std::unordered_map<MetricId, std::uint32_t> first;
  for (const MetricId id : metrics) {
    Part part;
    part.id = id;
    part.first_equal =
        first.try_emplace(id, static_cast<std::uint32_t>(parts_.size())).first->second;
    if (const BoundMetric* const derived = bound.Find(id))
      part.is_unknown = derived->error.has_value();
    else
      part.set = Request(id);
    parts_.push_back(part);
  }
  for (Part& part : parts_) PlanDerived(part, bound);
  // The fetch must advance the time even if only constants are wanted.
  if (request_.empty()) request_.assign(metrics.begin(), metrics.end());
  generation_ = bound.generation();
}

void DerivedFetch::PlanDerived(Part& part, BoundMetrics& bound) {
  BoundMetric* const derived = bound.Find(part.id);
  if (derived == nullptr || part.is_unknown) return;
  part.bound = derived;
  part.first_set = static_cast<std::uint32_t>(sets_.size());
  for (const MetricId id : derived->expression.metrics) sets_.push_back(Request(id));
}

Moment DerivedFetch::MomentOf(const Part& part, const Profile& profile) const {
  const std::size_t count = part.bound->expression.metrics.size();
  return {.stamp = operands_.stamp(),
          .result = &operands_,
          .sets = std::span(sets_).subspan(part.first_set, count),
          .profile = &profile,
          .instances = &instances_};
}

std::span<const InDomId> DerivedFetch::FindWantedInstances(const Profile& profile) {
  wanted_.clear();
  instances_.clear();
  if (!HasValues()) return {};
  for (const Part& part : parts_)
    if (part.bound != nullptr)
      part.bound->evaluator->AddWantedInstances(MomentOf(part, profile), wanted_);
  std::sort(wanted_.begin(), wanted_.end());
  wanted_.erase(std::unique(wanted_.begin(), wanted_.end()), wanted_.end());
  return wanted_;
}

void DerivedFetch::Compose(const Profile& profile, FetchResult& result) {
  result.Begin(operands_.stamp(), operands_.is_mark());
  result.SetAfterGap(operands_.after_gap());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    if (part.bound == nullptr || part.first_equal != i) continue;
    if (!HasValues() || operands_.after_gap()) part.bound->evaluator->Forget();
    if (HasValues()) part.values = part.bound->evaluator->Evaluate(MomentOf(part, profile));
  }
  if (!HasValues()) return;
  for (const Part& part : parts_) {
    if (part.bound != nullptr)
      AddDerived(part, result);
    else if (part.is_unknown)
      result.AddSet(part.id, SetStatus::kUnknownMetric);
    else
      CopySet(operands_, operands_.sets()[part.set], result);
  }
}

void DerivedFetch::AddDerived(const Part& part, FetchResult& result) const {
  const Values& values = parts_[part.first_equal].values;
  const Type type = part.bound->expression.desc().type;
  FetchedSet& set = result.AddSet(part.id, values.status);
  set.code = values.code;
  const std::uint32_t header = IsNumeric(type) ? HeaderOf(type) : 0;
  set.header = header;
  if (!IsNumeric(type) || header != 0) set.format = ValueFormat::kPointer;
  if (!IsNumeric(type)) {
    for (const FetchedValue& value : values.list)
      if (value.header != 0 && !value.IsNumber())
        result.AddBytes(value.instance, value.type(), value.Payload());
    return;
  }
  const auto added = result.AddValues(static_cast<std::uint32_t>(values.list.size()));
  for (std::size_t i = 0; i < added.size(); ++i)
    added[i] = {values.list[i].instance, header, values.list[i].bits};
}

}  // namespace fdr
