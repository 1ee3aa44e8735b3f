// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/fetch_groups/fetch_group_names.h"

#include <algorithm>

#include "fdr/replay/pcp/pmapi/base/c_memory.h"

namespace fdr::pmapi {

void InstanceNames::Learn(pmInDom indom, const pmValueSet& set) {
  const auto is_known = [&](const pmValue& value) { return Find(value.inst) != nullptr; };
  if (indom == PM_INDOM_NULL || std::all_of(set.vlist, set.vlist + set.numval, is_known)) return;
  int* codes;
  char** names;
  const int count = pmGetInDom(indom, &codes, &names);
  if (count <= 0) return;
  const MallocPtr<int> owned_codes(codes);
  const MallocPtr<char*> owned_names(names);
  names_.clear();
  for (int i = 0; i < count; ++i) names_.emplace(codes[i], &*texts_.insert(names[i]).first);
}

const char* InstanceNames::Find(int instance) const {
  const auto found = names_.find(instance);
  return found != names_.end() ? found->second->c_str() : nullptr;
}

}  // namespace fdr::pmapi
