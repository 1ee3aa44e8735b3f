// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/profile.h"

#include <algorithm>

namespace fdr {

void Profile::SetAll(bool included) {
  default_ = included;
  domains_.clear();
}

void Profile::Set(InDomId indom, bool included) { domains_[indom] = {included, {}}; }

void Profile::Include(InDomId indom, const std::vector<InstanceId>& instances) {
  Change(indom, instances, true);
}
void Profile::Exclude(InDomId indom, const std::vector<InstanceId>& instances) {
  Change(indom, instances, false);
}

void Profile::Change(InDomId indom, const std::vector<InstanceId>& instances, bool included) {
  Domain& domain = domains_.try_emplace(indom, Domain{default_, {}}).first->second;
  for (const InstanceId instance : instances) {
    const auto at = std::lower_bound(domain.exceptions.begin(), domain.exceptions.end(), instance);
    const bool is_exception = at != domain.exceptions.end() && *at == instance;
    const bool should_be = domain.included != included;
    if (should_be && !is_exception) domain.exceptions.insert(at, instance);
    if (!should_be && is_exception) domain.exceptions.erase(at);
  }
}

bool Profile::Includes(InDomId indom, InstanceId instance) const {
  const auto it = domains_.find(indom);
  if (it == domains_.end()) return default_;
  const Domain& domain = it->second;
  return domain.included !=
         std::binary_search(domain.exceptions.begin(), domain.exceptions.end(), instance);
}

bool Profile::IncludesAll(InDomId indom) const {
  const auto it = domains_.find(indom);
  if (it == domains_.end()) return default_;
  return it->second.included && it->second.exceptions.empty();
}

}  // namespace fdr
