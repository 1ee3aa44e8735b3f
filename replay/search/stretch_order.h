// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Stretches in the order of their starts, though they become known at their ends.

#pragma once

#include <map>
#include <set>
#include <utility>

#include "fdr/replay/search/stretch.h"

namespace fdr {

/// Passes on a stretch once no open one began before it.  Holds a limited number back: beyond that,
/// the order is no longer exact.
class StretchOrder {
 public:
  explicit StretchOrder(OnStretch on_stretch) : on_stretch_(std::move(on_stretch)) {}

  /// A stretch has begun, or has ended; a stretch without `keep` is dropped.
  void Begin(Timestamp start, InstanceId instance);
  void End(Stretch stretch, bool keep);

 private:
  using Key = std::pair<Timestamp, InstanceId>;

  OnStretch on_stretch_;
  std::set<Key> open_;
  std::map<Key, Stretch> ended_;
};

}  // namespace fdr
