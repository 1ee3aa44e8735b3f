// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Data in memory about the sources that were used last.

#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace fdr {

/// Any thread.
template <typename Kept>
class LastUsed {
 public:
  using Make = std::function<std::shared_ptr<Kept>()>;

  /// Keeps the last `most`.  `make` is for a source that is not known.
  LastUsed(std::size_t most, Make make) : most_(most), make_(std::move(make)) {}

  std::shared_ptr<Kept> Of(const std::string& id) {
    const std::lock_guard guard(mutex_);
    const auto found = std::ranges::find(entries_, id, &Entry::id);
    if (found != entries_.end()) {
      std::rotate(found, found + 1, entries_.end());
      return entries_.back().kept;
    }
    if (entries_.size() == most_) entries_.erase(entries_.begin());
    entries_.push_back({id, make_()});
    return entries_.back().kept;
  }

  void Clear() {
    const std::lock_guard guard(mutex_);
    entries_.clear();
  }

 private:
  struct Entry {
    std::string id;
    std::shared_ptr<Kept> kept;
  };

  const std::size_t most_;
  const Make make_;
  std::mutex mutex_;
  std::vector<Entry> entries_;  // the last one was used last
};

}  // namespace fdr
