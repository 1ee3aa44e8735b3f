// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A stretch of time in which a condition is true, of one instance.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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

}  // namespace fdr
