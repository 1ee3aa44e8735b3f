// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What all processes of a program, of a user, or of a unit, used together, with those that no
// sample saw: the counters `fdr.usage`, which fdr records by default.

#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/why/process_usage.h"

namespace fdr::why {

/// In seconds, processes and bytes.
enum Total : std::uint8_t {
  kTotalTime,
  kTotalExits,
  kTotalDisk,  ///< bytes read and written
  kTotalRead,  ///< those of them that were read
  kTotals,
};

struct TotalUse {
  std::array<double, kTotals> in = {}, out = {};  ///< in the stretch, and in the time around it
};

using NamedUses = std::map<std::string, TotalUse, std::less<>>;

/// The name of all that have no name of their own.
inline constexpr std::string_view kOtherUses = "(other)";

struct UsageTotals {
  NamedUses programs, users;  ///< names as the kernel has them
  NamedUses units;
  std::array<bool, kTotals> are_known = {};  ///< whether programs have them
  /// Those that have more names than memory is given for: some are missing.
  std::vector<NamedUses UsageTotals::*> cut = {};
};

/// Which programs and users have an entry.
enum class TotalNames : std::uint8_t {
  kAtEnd,  ///< those that have a name at the end of the window, without kOtherUses
  kAll,    ///< those of all times, with kOtherUses
};

/// Nothing is known if the archive does not have them.  Reads the window once.
Result<UsageTotals> ReadTotals(ArchiveContext& archive, const UsageWindow& window,
                               const GoOn& go_on, TotalNames which = TotalNames::kAtEnd);

}  // namespace fdr::why
