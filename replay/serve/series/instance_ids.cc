// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/instance_ids.h"

namespace fdr {

void InstanceIds::MoveTo(const InDomHistory* history, Timestamp t) {
  const std::optional<std::size_t> snapshot = history ? history->At(t) : std::nullopt;
  if (snapshot == snapshot_ && version_ > 0) return;
  snapshot_ = snapshot;
  members_ = snapshot ? history->Members(*snapshot) : InstanceList();
  known_.clear();
  others_.clear();
  ++version_;
}

const InstanceIds::Identity& InstanceIds::IdentityOf(InstanceId instance) {
  const auto [place, is_new] = known_.try_emplace(instance);
  if (is_new) place->second = Find(instance);
  return place->second;
}

InstanceIds::Identity InstanceIds::Find(InstanceId instance) {
  const Instance* const member = FindInstance(members_, instance);
  const SeriesInstance* const listed =
      member ? domain_->Find(instance, member->name) : domain_->FindNewest(instance);
  if (listed != nullptr) return {listed->id, listed->name};
  if (member == nullptr) return {};
  return {others_.emplace_back(domain_->IdOf(instance, member->name)), member->name};
}

}  // namespace fdr
