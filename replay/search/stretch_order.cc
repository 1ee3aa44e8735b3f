// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/stretch_order.h"

namespace fdr {

constexpr std::size_t kMostHeld = 100'000;

void StretchOrder::Begin(Timestamp start, InstanceId instance) { open_.insert({start, instance}); }

void StretchOrder::End(Stretch stretch, bool keep) {
  const Key key(stretch.start, stretch.instance);
  open_.erase(key);
  if (keep) ended_.insert_or_assign(key, std::move(stretch));
  while (!ended_.empty()) {
    const auto first = ended_.begin();
    const bool may_wait = !open_.empty() && *open_.begin() < first->first;
    if (may_wait && ended_.size() <= kMostHeld) return;
    on_stretch_(first->second);
    ended_.erase(first);
  }
}

}  // namespace fdr
