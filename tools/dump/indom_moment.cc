// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/indom_moment.h"

#include <limits>

namespace fdr::tools {

void InDomMoment::Load(Timestamp t) {
  using Seconds = std::numeric_limits<std::int64_t>;
  from_ = {Seconds::min(), 0};
  until_ = {Seconds::max(), 0};
  members_.clear();
  if (history_ == nullptr) return;
  const auto snapshot = history_->At(t);
  const std::size_t following = snapshot ? *snapshot + 1 : 0;
  if (following < history_->size()) until_ = history_->StampOf(following);
  if (!snapshot) return;
  from_ = history_->StampOf(*snapshot);
  members_ = history_->Members(*snapshot);
}

}  // namespace fdr::tools
