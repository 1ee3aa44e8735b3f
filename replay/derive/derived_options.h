// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Options for all derived metrics together: set by pmSetDerivedControl(3), by the environment
// (PCP_DERIVED_CONTROL), and by files ("#control NAME=value,NAME=value").

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "fdr/replay/derive/dialect.h"

namespace fdr {

/// In the order of their numbers in PCP, which begin at 1.
enum class DerivedOption : std::uint8_t {
  kGlobalLimit,  ///< the most global metrics
  kContextLimit,
  kTraceSyntax,  ///< remembered, but without effect
  kTraceSemantics,
  kTraceEvaluation,
  kUnknownIsNoValue,  ///< an unknown metric as an operand is novalue()
};

inline constexpr std::size_t kDerivedOptions = 6;

/// Safe to use from any thread.
class DerivedOptions {
 public:
  static constexpr int kNoLimit = -1;

  /// Whether the value is allowed.
  static bool IsGood(DerivedOption option, int value);

  int Get(DerivedOption option) const { return values_[Place(option)]; }
  /// False, and nothing changes, if the option is fixed to another value.
  bool Set(DerivedOption option, int value);
  /// Sets the option, and fixes it to this value from now on.
  void Fix(DerivedOption option, int value);
  /// Takes the limit for a new context from the global options.  In PCP 6, it is the limit of
  /// global metrics at that moment.
  void InheritContextLimit(const DerivedOptions& from, DeriveRules rules);

 private:
  static std::size_t Place(DerivedOption option) { return static_cast<std::size_t>(option); }

  std::array<std::atomic<int>, kDerivedOptions> values_ = {kNoLimit, kNoLimit, 0, 0, 0, 0};
  std::array<std::atomic<bool>, kDerivedOptions> is_fixed_ = {};
};

/// How a text sets options: DerivedOptions::Set(), or Fix().
enum class Setting : std::uint8_t { kSet, kFix };

/// Sets "NAME=value,NAME=value", and calls `warn` for each error.
void SetDerivedOptions(std::string_view text, Setting setting, DerivedOptions& options,
                       const std::function<void(const std::string&)>& warn);

}  // namespace fdr
