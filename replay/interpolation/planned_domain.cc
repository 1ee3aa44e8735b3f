// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/planned_domain.h"

#include <algorithm>

namespace fdr {
namespace {

// In domains that never had more instances than this, membership plays no part: see
// docs/compatibility.md.
constexpr std::size_t kSmallDomain = 15;

}  // namespace

PlannedDomain PlannedDomain::Singular() {
  PlannedDomain domain;
  domain.instances_ = {kSingular};
  return domain;
}

PlannedDomain::PlannedDomain(const InDomHistory& history, const TimeScale& scale)
    : id_(history.id()) {
  for (const InstanceLifetime& life : history.Lifetimes()) {  // ascending
    instances_.push_back(life.id);
    if (history.LargestSnapshot() <= kSmallDomain) continue;
    births_.push_back(scale.From(life.birth));
    deaths_.push_back(life.death ? scale.From(*life.death) : kAfterAll);
  }
}

void PlannedDomain::Apply(const Profile& profile) {
  living_.reset();
  unwanted_.clear();
  if (!id_ || profile.IncludesAll(*id_)) return;
  for (const InstanceId instance : instances_)
    unwanted_.push_back(!profile.Includes(*id_, instance));
}

std::optional<std::uint32_t> PlannedDomain::FindSlot(InstanceId instance) const {
  const auto at = std::lower_bound(instances_.begin(), instances_.end(), instance);
  if (at == instances_.end() || *at != instance) return std::nullopt;
  return static_cast<std::uint32_t>(at - instances_.begin());
}

std::shared_ptr<const LivingSlots> PlannedDomain::FindLiving(RelativeTime t) const {
  auto living = std::make_shared<LivingSlots>();
  for (std::uint32_t slot = 0; slot < instances_.size(); ++slot) {
    if (!unwanted_.empty() && unwanted_[slot]) continue;
    const RelativeTime birth = Birth(slot), death = Death(slot);
    if (t < birth) {
      living->to = std::min(living->to, birth);
    } else if (t > death) {
      living->from = std::max(living->from, death + 1);
    } else {
      living->slots.push_back(slot);
      living->instances.push_back(instances_[slot]);
      living->last_birth = std::max(living->last_birth, birth);
      living->first_death = std::min(living->first_death, death);
    }
  }
  const auto& slots = living->slots;
  living->in_one_row = !slots.empty() && slots.back() - slots.front() + 1 == slots.size();
  living->from = std::max(living->from, living->last_birth);
  if (living->first_death != kAfterAll) living->to = std::min(living->to, living->first_death + 1);
  return living;
}

}  // namespace fdr
