// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/living_members.h"

#include <algorithm>
#include <unordered_set>

namespace fdr::tools {
namespace {

// Members of a smaller domain, such as disks, cost nothing.
constexpr std::size_t kFewMembers = 1000;

}  // namespace

Result<std::vector<NamedInstance>> LivingMembers::AllInstances(InDomId indom) {
  if (const auto known = known_.find(indom); known != known_.end()) return known->second;
  Result<std::vector<NamedInstance>> members = source().AllInstances(indom);
  if (!members) return members;
  if (members->size() > kFewMembers) KeepLiving(indom, *members);
  return known_[indom] = std::move(*members);
}

bool LivingMembers::LivesInAny(const InstanceLifetime& life) const {
  return std::ranges::any_of(windows_, [&](const StatisticsWindow& window) {
    return life.birth <= window.end && (!life.death || *life.death >= window.start);
  });
}

// A metric without any member would be one that the window does not have.
void LivingMembers::KeepLiving(InDomId indom, std::vector<NamedInstance>& members) const {
  const InDomHistory* const history = archive_.timeline().metadata().FindInDom(indom);
  if (history == nullptr) return;
  std::unordered_set<InstanceId> living;
  for (const InstanceLifetime& life : history->Lifetimes())
    if (LivesInAny(life)) living.insert(life.id);
  const NamedInstance first = members.front();
  std::erase_if(members, [&](const NamedInstance& one) { return !living.contains(one.id); });
  if (members.empty()) members.push_back(first);
}

}  // namespace fdr::tools
