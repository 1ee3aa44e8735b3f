// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/viewed_archives.h"

#include <algorithm>

namespace fdr {

std::shared_ptr<ViewedArchive> ViewedArchives::Of(const std::string& id) {
  const std::lock_guard guard(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.id == id; });
  if (found != entries_.end()) {
    std::rotate(found, found + 1, entries_.end());
    return entries_.back().archive;
  }
  if (entries_.size() == kMost) entries_.erase(entries_.begin());
  entries_.push_back({id, std::make_shared<ViewedArchive>(most_bytes_ / kMost)});
  return entries_.back().archive;
}

void ViewedArchives::Clear() {
  const std::lock_guard guard(mutex_);
  entries_.clear();
}

}  // namespace fdr
