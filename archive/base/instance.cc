// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/instance.h"

#include <algorithm>

namespace fdr {

const Instance* FindInstance(const InstanceList& instances, InstanceId id) {
  const auto it =
      std::lower_bound(instances.begin(), instances.end(), id,
                       [](const Instance& a, InstanceId wanted) { return a.id < wanted; });
  return it != instances.end() && it->id == id ? &*it : nullptr;
}

}  // namespace fdr
