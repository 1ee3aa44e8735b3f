// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pmda/kept_profile.h"

#include <algorithm>
#include <span>

namespace fdr::pmda {
namespace {

int StateOf(bool included) { return included ? PM_PROFILE_INCLUDE : PM_PROFILE_EXCLUDE; }

}  // namespace

pmProfile* KeptProfile::Take(const Profile& profile) {
  kept_ = profile;
  domains_.clear();
  for (const auto& [indom, domain] : kept_.domains())
    domains_.push_back({.indom = indom.value,
                        .state = StateOf(domain.included),
                        .instances_len = static_cast<int>(domain.exceptions.size()),
                        .instances = const_cast<int*>(domain.exceptions.data())});
  profile_ = {.state = StateOf(kept_.includes_others()),
              .profile_len = static_cast<int>(domains_.size()),
              .profile = domains_.data()};
  return &profile_;
}

WantedInstances::WantedInstances(const pmProfile* profile, pmInDom indom) {
  if (profile == nullptr || indom == PM_INDOM_NULL) return;
  is_default_ = profile->state == PM_PROFILE_INCLUDE;
  for (int i = 0; i < profile->profile_len; ++i) {
    const pmInDomProfile& domain = profile->profile[i];
    if (domain.indom != indom) continue;
    is_default_ = domain.state == PM_PROFILE_INCLUDE;
    if (domain.instances_len > 0)
      exceptions_ = {domain.instances, static_cast<std::size_t>(domain.instances_len)};
    is_sorted_ = std::ranges::is_sorted(exceptions_);
    break;
  }
}

bool WantedInstances::Includes(int instance) const {
  if (exceptions_.empty()) return is_default_;
  const bool is_exception = is_sorted_
                                ? std::ranges::binary_search(exceptions_, instance)
                                : std::ranges::find(exceptions_, instance) != exceptions_.end();
  return is_exception != is_default_;
}

}  // namespace fdr::pmda
