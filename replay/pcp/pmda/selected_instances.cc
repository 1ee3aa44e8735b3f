// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/selected_instances.h"

#include <optional>

#include "fdr/replay/pcp/pmda/agent_state.h"

namespace fdr::pmda {

KnownInDom FindInDom(pmInDom indom, const pmdaExt& ext) {
  KnownInDom known{.cache = InstanceCache::Find(indom)};
  for (const pmdaIndom& row : InDomsOf(ext)) {
    if (row.it_indom != indom) continue;
    known.table = &row;
    break;
  }
  return known;
}

SelectedInstances::SelectedInstances(pmInDom indom, const pmdaExt& ext)
    : is_singular_(indom == PM_INDOM_NULL),
      known_(is_singular_ ? KnownInDom() : FindInDom(indom, ext)),
      wanted_(ext.e_prof, indom) {}

int SelectedInstances::Most() const {
  if (is_singular_) return 1;
  if (known_.cache != nullptr) return static_cast<int>(known_.cache->CountOf(true));
  return known_.table != nullptr ? known_.table->it_numinst : 0;
}

bool SelectedInstances::Next(int& instance) {
  if (is_singular_) {
    instance = static_cast<int>(PM_IN_NULL);
    return at_++ == 0;
  }
  if (known_.cache != nullptr) {
    while (const std::optional<int> next = known_.cache->ActiveFrom(at_)) {
      at_ = *next + 1;
      if (!wanted_.Includes(*next)) continue;
      instance = *next;
      return true;
    }
    return false;
  }
  while (known_.table != nullptr && at_ < known_.table->it_numinst) {
    const int candidate = known_.table->it_set[at_++].i_inst;
    if (!wanted_.Includes(candidate)) continue;
    instance = candidate;
    return true;
  }
  return false;
}

}  // namespace fdr::pmda
