// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/derived_options.h"

#include <algorithm>
#include <charconv>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::array<std::string_view, kDerivedOptions> kNames = {"global_limit", "context_limit",
                                                                  "debug_syntax", "debug_semantics",
                                                                  "debug_eval",   "option_novalue"};

std::optional<DerivedOption> OptionNamed(std::string_view name) {
  const auto* const found = std::find(kNames.begin(), kNames.end(), ToLower(name));
  if (found == kNames.end()) return std::nullopt;
  return static_cast<DerivedOption>(found - kNames.begin());
}

std::optional<int> NumberIn(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Sets one "NAME=value".  Returns "", or what is wrong; nothing is set then.
std::string SetOne(std::string_view text, Setting setting, DerivedOptions& options) {
  const std::string quoted = std::string(" (").append(text).append(")");
  const std::size_t equals = text.find('=');
  if (equals == text.npos) return "missing ``='' after control name" + quoted;
  const std::string_view name = Trimmed(text.substr(0, equals));
  const std::string_view value = Trimmed(text.substr(equals + 1));
  const std::optional<DerivedOption> option = OptionNamed(name);
  if (!option) return "unknown control" + quoted;
  if (value.empty()) return "missing value" + quoted;
  const std::optional<int> number = NumberIn(value);
  if (!number || !DerivedOptions::IsGood(*option, *number)) return "bad value" + quoted;
  if (setting == Setting::kFix)
    options.Fix(*option, *number);
  else if (!options.Set(*option, *number))
    return "$PCP_DERIVED_CONTROL has another value" + quoted;
  return {};
}

}  // namespace

bool DerivedOptions::IsGood(DerivedOption option, int value) {
  if (option == DerivedOption::kGlobalLimit || option == DerivedOption::kContextLimit)
    return value == kNoLimit || value > 0;
  return value == 0 || value == 1;
}

bool DerivedOptions::Set(DerivedOption option, int value) {
  if (is_fixed_[Place(option)]) return Get(option) == value;
  values_[Place(option)] = value;
  return true;
}

void DerivedOptions::Fix(DerivedOption option, int value) {
  values_[Place(option)] = value;
  is_fixed_[Place(option)] = true;
}

void DerivedOptions::InheritContextLimit(const DerivedOptions& from, DeriveRules rules) {
  const std::size_t to = Place(DerivedOption::kContextLimit);
  const std::size_t place = rules == DeriveRules::kPcp6 ? Place(DerivedOption::kGlobalLimit) : to;
  values_[to] = from.values_[place].load();
  is_fixed_[to] = from.is_fixed_[place].load();
}

void SetDerivedOptions(std::string_view text, Setting setting, DerivedOptions& options,
                       const std::function<void(const std::string&)>& warn) {
  while (!Trimmed(text).empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    if (const std::string wrong = SetOne(Trimmed(text.substr(0, end)), setting, options);
        !wrong.empty())
      warn(wrong);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace fdr
