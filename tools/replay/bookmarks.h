// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Times to come back to, while a user moves through an archive.

#pragma once

#include <optional>
#include <set>

#include "fdr/archive/base/timestamp.h"

namespace fdr::tools {

class Bookmarks {
 public:
  /// Sets a bookmark at this time, or removes it.  True if there is one now.
  bool Toggle(Timestamp time) {
    if (times_.erase(time) > 0) return false;
    times_.insert(time);
    return true;
  }
  /// The next bookmark behind this time, or the first one of all; nothing if there is none.
  std::optional<Timestamp> After(Timestamp time) const {
    if (times_.empty()) return std::nullopt;
    const auto next = times_.upper_bound(time);
    return next == times_.end() ? *times_.begin() : *next;
  }

 private:
  std::set<Timestamp> times_;
};

}  // namespace fdr::tools
