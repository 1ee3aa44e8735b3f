// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/instance_names.h"

#include <algorithm>

namespace fdr {

std::string InstanceNames::NameOf(InstanceId instance, Timestamp t) {
  const std::string number = std::string("#").append(std::to_string(instance));
  const InDomHistory* const history = context_.timeline().metadata().FindInDom(indom_);
  if (history == nullptr) return number;
  const std::optional<std::size_t> snapshot = history->At(t);
  if (snapshot && (snapshot != snapshot_ || history->size() != snapshots_)) {
    members_ = context_.InstancesAt(indom_, t).value_or(std::vector<NamedInstance>());
    snapshot_ = snapshot;
    snapshots_ = history->size();
  }
  const auto found =
      std::lower_bound(members_.begin(), members_.end(), instance,
                       [](const NamedInstance& member, InstanceId id) { return member.id < id; });
  if (snapshot && found != members_.end() && found->id == instance) return found->name;
  const Instance* const newest = FindInstance(history->AllInstances(), instance);
  return newest != nullptr ? std::string(newest->name) : number;
}

}  // namespace fdr
