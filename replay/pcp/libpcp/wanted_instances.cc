// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/libpcp/wanted_instances.h"

#include <algorithm>

namespace fdr::libpcp {

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

}  // namespace fdr::libpcp
