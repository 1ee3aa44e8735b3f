// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// global { hostname -> db2  timezone -> "UTC"  time -> +1:30:00 }

#include <limits>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/copy/rewrite/clause_parser.h"

namespace fdr {
namespace {

constexpr std::uint64_t kMostHours = 2'000'000;  // two centuries
constexpr std::size_t kNanoDigits = 9;

std::int64_t NanosOf(std::string digits) {
  digits.resize(kNanoDigits, '0');
  std::int64_t nanos = 0;
  for (const char c : digits) nanos = nanos * 10 + (c - '0');
  return nanos;
}

}  // namespace

Result<void> ClauseParser::ParseGlobal() {
  return ParseClauses([this] { return ParseGlobalClause(); });
}

Result<void> ClauseParser::ParseGlobalClause() {
  GlobalRules& global = rules_.global;
  if (in_.TakeKeyword("hostname")) return SetLabelText(global.host, "hostname", true);
  if (in_.TakeKeyword("tz") || in_.TakeKeyword("timezone"))
    return SetLabelText(global.timezone, "timezone", false);
  if (in_.TakeKeyword("zoneinfo")) return SetLabelText(global.zoneinfo, "zoneinfo", false);
  if (in_.TakeKeyword("features")) return ParseFeatures();
  if (in_.TakeKeyword("time")) return ParseShift();
  return in_.Complain("hostname, timezone, zoneinfo, features, time or } is expected");
}

tl::unexpected<Error> ClauseParser::ComplainOfTwo(std::string_view clause) const {
  return in_.Complain("the rules have the clause " + std::string(clause) + " twice");
}

Result<void> ClauseParser::SetLabelText(std::optional<PlacedText>& to, std::string_view clause,
                                        bool is_host) {
  if (auto arrow = TakeArrow(); !arrow) return arrow;
  const ClausePlace place = Place();
  if (to) return ComplainOfTwo(clause);
  if (is_host && !in_.SeesString()) {
    auto host = in_.TakeHost();
    if (!host) return in_.Complain("the name of a host is expected");
    to = {std::move(*host), place};
    return {};
  }
  auto text = TakeString(is_host ? "a host" : "a time zone");
  if (!text) return Fail(text.error());
  if (is_host && text->empty()) return in_.ComplainAt(place.offset, "a host must have a name");
  to = {std::move(*text), place};
  return {};
}

Result<std::uint32_t> ClauseParser::TakeBits() {
  constexpr std::uint32_t kLastBit = 31;
  std::uint32_t bits = 0;
  if (!in_.Take("(")) return in_.Complain("( is expected");
  do {
    const auto bit = TakeNumber(kLastBit, "a bit");
    if (!bit) return bit;
    bits |= std::uint32_t{1} << *bit;
  } while (in_.Take(","));
  if (!in_.Take(")")) return in_.Complain(") is expected");
  return bits;
}

Result<void> ClauseParser::ParseFeatures() {
  if (auto arrow = TakeArrow(); !arrow) return arrow;
  const ClausePlace place = Place();
  if (rules_.global.features) return ComplainOfTwo("features");
  const auto features = in_.TakeKeyword("bits")
                            ? TakeBits()
                            : TakeNumber(std::numeric_limits<std::uint32_t>::max(), "features");
  if (!features) return Fail(features.error());
  rules_.global.features = {*features, place};
  return {};
}

// [+|-] [ [hours:] minutes: ] seconds [.fraction]
Result<void> ClauseParser::ParseShift() {
  if (auto arrow = TakeArrow(); !arrow) return arrow;
  const ClausePlace place = Place();
  if (rules_.global.shift) return ComplainOfTwo("time");
  const bool is_back = in_.Take("-");
  if (!is_back) in_.Take("+");
  std::int64_t seconds = 0;
  constexpr int kMostParts = 3;
  for (int part = 1;; ++part) {
    const auto number = TakeNumber(kMostHours * 3600, "the time");
    if (!number) return Fail(number.error());
    seconds = seconds * 60 + *number;
    if (part == kMostParts || !in_.Take(":")) break;
  }
  const std::string fraction = in_.TakeFraction().value_or("");
  if (fraction.size() > kNanoDigits)
    return in_.ComplainAt(place.offset, "the time has more than nine decimals");
  if (seconds > static_cast<std::int64_t>(kMostHours * 3600))
    return in_.ComplainAt(place.offset, "the time is more than two centuries");
  const std::int64_t nanos = seconds * kNanosPerSecond + NanosOf(fraction);
  rules_.global.shift = {is_back ? -nanos : nanos, place};
  return {};
}

}  // namespace fdr
