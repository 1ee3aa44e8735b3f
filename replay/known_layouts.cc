// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/known_layouts.h"

#include <algorithm>

namespace fdr {

std::shared_ptr<const KnownLayout> KnownLayouts::Like(const RecordLayout& made) {
  const std::lock_guard lock(mutex_);
  const auto like = std::ranges::find_if(
      last_, [&made](const auto& known) { return known != nullptr && known->sets.Fits(made); });
  if (like != last_.end()) return *like;
  auto& oldest = last_[++newest_ % last_.size()];
  return oldest = std::make_shared<const KnownLayout>(KnownLayout{newest_, made});
}

}  // namespace fdr
