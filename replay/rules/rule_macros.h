// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The macros of a file of rules: texts, which replace their names, and numbers.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace fdr {

/// A text may be replaced while it is read, so its readers share it.
using RuleMacro = std::variant<std::shared_ptr<const std::string>, double>;
using RuleMacros = std::map<std::string, RuleMacro, std::less<>>;

/// What $minute, $hour and so on stand for.
enum class RuleVariable : std::uint8_t { kMinute, kHour, kDay, kMonth, kYear, kDayOfWeek, kDelta };

/// Nothing if it is not one of these names.
inline std::optional<RuleVariable> FindVariable(std::string_view name) {
  if (name == "minute") return RuleVariable::kMinute;
  if (name == "hour") return RuleVariable::kHour;
  if (name == "day") return RuleVariable::kDay;
  if (name == "month") return RuleVariable::kMonth;
  if (name == "year") return RuleVariable::kYear;
  if (name == "day_of_week") return RuleVariable::kDayOfWeek;
  if (name == "delta") return RuleVariable::kDelta;
  return std::nullopt;
}

}  // namespace fdr
