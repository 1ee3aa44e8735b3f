// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/kept_profile.h"

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

}  // namespace fdr::pmda
