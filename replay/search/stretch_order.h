// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Stretches in the order of their starts, though they become known at their ends.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"

namespace fdr {

enum class StretchEnd : std::uint8_t {
  kCondition,  ///< the next sample is false or unknown
  kGap,        ///< recording was interrupted
  kWindow,     ///< nothing was searched behind it
};

/// An extreme value, in the units of its term.
struct StretchExtreme {
  double value = 0;
  Timestamp stamp;
  InstanceId instance = kSingular;
};

struct Stretch {
  InstanceId instance = kSingular;
  Timestamp start, end;  ///< of the first and the last sample in which the condition is true
  std::uint64_t samples = 0;
  /// By term of the condition; nothing if the term never had a value.
  std::vector<std::optional<StretchExtreme>> extremes;
  StretchEnd why = StretchEnd::kCondition;

  double Seconds() const { return SecondsBetween(start, end); }
};

using OnStretch = std::function<void(const Stretch&)>;

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
