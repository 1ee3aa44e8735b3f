// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/opened/archive_order.h"

#include <utility>

namespace fdr {

void ArchiveOrder::NoteStepBack() {
  if (!goes_back_.exchange(true)) ++version_;
}

bool ArchiveOrder::MayGoBack(const OpenedVolumes& volumes, std::uint64_t small) {
  if (goes_back_) return true;
  OrderLook look;
  {
    const std::lock_guard lock(mutex_);
    if (was_looked_at_) return false;
    look = look_;
  }
  // Not under the lock: this may report problems, and the sink may call this object.
  if (look.MayGoBack(volumes, small)) NoteStepBack();
  const std::lock_guard lock(mutex_);
  look_ = look;
  if (!std::exchange(was_looked_at_, true)) ++version_;
  return goes_back_;
}

std::shared_ptr<Archive> ArchiveOrder::Sorted(const OpenedVolumes& volumes, std::uint64_t small,
                                              const Make& make) {
  if (!MayGoBack(volumes, small)) return nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (was_sorted_) return sorted_;
  }
  std::shared_ptr<Archive> sorted = make();
  const std::lock_guard lock(mutex_);
  if (!std::exchange(was_sorted_, true)) {
    sorted_ = std::move(sorted);
    ++version_;
  }
  return sorted_;
}

void ArchiveOrder::Reset() {
  sorted_.reset();
  was_looked_at_ = was_sorted_ = false;
  ++version_;
}

}  // namespace fdr
