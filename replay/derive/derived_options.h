// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What can be set of derived metrics as a whole: by pmSetDerivedControl(3), by the environment
// (PCP_DERIVED_CONTROL), and by files ("#control NAME=value,NAME=value").

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fdr {

/// In the order of their numbers in PCP, which begin at 1.
enum class DerivedOption : std::uint8_t {
  kGlobalLimit,  ///< how many there may be for all contexts
  kContextLimit,
  kTraceSyntax,  ///< to be traced; this is remembered, and nothing else
  kTraceSemantics,
  kTraceEvaluation,
  kUnknownIsNoValue,  ///< a metric that is not there is novalue(), as an operand
};

inline constexpr std::size_t kDerivedOptions = 6;

/// Any thread.
class DerivedOptions {
 public:
  static constexpr int kNoLimit = -1;

  /// Whether it makes sense.
  static bool IsGood(DerivedOption option, int value);

  int Get(DerivedOption option) const { return values_[Place(option)]; }
  /// False, and nothing changes, if another value was fixed.
  bool Set(DerivedOption option, int value);
  /// It cannot be set to another one from now on.
  void Fix(DerivedOption option, int value);
  /// Takes the value that others have.
  void Inherit(DerivedOption option, const DerivedOptions& from);

 private:
  static std::size_t Place(DerivedOption option) { return static_cast<std::size_t>(option); }

  std::array<std::atomic<int>, kDerivedOptions> values_ = {kNoLimit, kNoLimit, 0, 0, 0, 0};
  std::array<std::atomic<bool>, kDerivedOptions> is_fixed_ = {};
};

/// How a text sets options: DerivedOptions::Set(), or Fix().
enum class Setting : std::uint8_t { kSet, kFix };

/// Does what "NAME=value,NAME=value" says, and tells what makes no sense.
void SetDerivedOptions(std::string_view text, Setting setting, DerivedOptions& options,
                       const std::function<void(const std::string&)>& warn);

}  // namespace fdr
