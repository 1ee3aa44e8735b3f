// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_units.h"

#include <algorithm>
#include <cmath>

namespace fdr {
namespace {

enum : std::uint8_t { kSpaceUnit, kTimeUnit, kCountUnit };

constexpr double kKilo = 1024;

struct UnitWord {
  std::string_view word;
  RuleUnit unit;
};

// Each also with a final s.
constexpr std::array<UnitWord, 22> kUnitWords = {{
    {"byte", {kSpaceUnit, 1}},
    {"Kbyte", {kSpaceUnit, kKilo}},
    {"Mbyte", {kSpaceUnit, kKilo* kKilo}},
    {"Gbyte", {kSpaceUnit, kKilo* kKilo* kKilo}},
    {"Tbyte", {kSpaceUnit, kKilo* kKilo* kKilo* kKilo}},
    {"nanosecond", {kTimeUnit, 1e-9}},
    {"nanosec", {kTimeUnit, 1e-9}},
    {"nsec", {kTimeUnit, 1e-9}},
    {"microsecond", {kTimeUnit, 1e-6}},
    {"microsec", {kTimeUnit, 1e-6}},
    {"usec", {kTimeUnit, 1e-6}},
    {"millisecond", {kTimeUnit, 1e-3}},
    {"millisec", {kTimeUnit, 1e-3}},
    {"msec", {kTimeUnit, 1e-3}},
    {"second", {kTimeUnit, 1}},
    {"sec", {kTimeUnit, 1}},
    {"minute", {kTimeUnit, 60}},
    {"min", {kTimeUnit, 60}},
    {"hour", {kTimeUnit, 3600}},
    {"count", {kCountUnit, 1}},
    {"Kcount", {kCountUnit, 1e3}},
    {"Mcount", {kCountUnit, 1e6}},
}};

double ToPower(double base, int exponent) { return std::pow(base, exponent); }

}  // namespace

std::optional<RuleUnit> FindRuleUnit(std::string_view word) {
  const auto is = [word](const UnitWord& known) {
    return word == known.word ||
           (word.ends_with('s') && word.substr(0, word.size() - 1) == known.word);
  };
  const auto found = std::find_if(kUnitWords.begin(), kUnitWords.end(), is);
  if (found == kUnitWords.end()) return std::nullopt;
  return found->unit;
}

void RuleScale::Take(const RuleUnit& unit, int exponent) {
  factors_[unit.dimension] = ToPower(unit.factor, exponent);
}

double RuleScale::factor() const { return factors_[0] * factors_[1] * factors_[2]; }

double CanonicalFactor(const Units& units) {
  double factor = 1;
  if (units.dim_space != 0) factor *= ToPower(kKilo, units.scale_space * units.dim_space);
  if (units.dim_time != 0) factor *= ToPower(SecondsOf(units.scale_time), units.dim_time);
  if (units.dim_count != 0) factor *= ToPower(10, units.scale_count * units.dim_count);
  return factor;
}

}  // namespace fdr
