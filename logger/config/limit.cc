// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/config/limit.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/caret.h"
#include "fdr/replay/time/interval.h"

namespace fdr {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

/// The number of bytes in a unit, whose name is in lower case.
std::optional<std::int64_t> BytesIn(std::string_view unit) {
  if (unit == "ms") return std::nullopt;  // milliseconds
  if (unit.size() > 1 && unit.back() == 's') unit.remove_suffix(1);
  if (unit == "b" || unit == "byte") return 1;
  constexpr std::array<std::string_view, 3> kPrefixes = {"kilo", "mega", "giga"};
  constexpr std::array<std::string_view, 3> kBinaryPrefixes = {"kibi", "mebi", "gibi"};
  std::int64_t bytes = 1;
  for (std::size_t i = 0; i < kPrefixes.size(); ++i) {
    bytes *= 1024;
    const std::string letter(kPrefixes[i].substr(0, 1));
    for (const std::string& name :
         {letter, letter + "b", letter + "ib", letter + "byte", std::string(kPrefixes[i]) + "byte",
          std::string(kBinaryPrefixes[i]) + "byte"})
      if (unit == name) return bytes;
  }
  return std::nullopt;
}

Result<RecordingLimit> ParseTime(std::string_view text) {
  const auto interval = ParseInterval(text, IntervalRules::kPlain);
  if (!interval) return Fail(interval.error());
  if (interval->sec > kMax / kNanosPerSecond - 1)
    return Fail(CaretError(text, 0, "too long a time"));
  const std::int64_t nanos = interval->sec * kNanosPerSecond + interval->nsec;
  if (nanos == 0) return Fail(CaretError(text, 0, "no time at all"));
  return RecordingLimit{RecordingLimit::Kind::kTime, nanos};
}

}  // namespace

Result<RecordingLimit> ParseRecordingLimit(std::string_view text) {
  const std::size_t begin = CountBlanks(text);
  const std::size_t sign = begin < text.size() && text[begin] == '+' ? 1 : 0;
  const std::string_view digits = text.substr(begin + sign);
  const auto end = std::ranges::find_if_not(digits, IsDigit);
  const std::string_view unit = digits.substr(static_cast<std::size_t>(end - digits.begin()));
  const std::optional<std::int64_t> bytes = BytesIn(ToLower(unit));
  if (unit.size() == digits.size() || (!unit.empty() && !bytes)) return ParseTime(text);

  std::int64_t amount = 0;
  const auto parsed = std::from_chars(digits.data(), unit.data(), amount);
  if (parsed.ec != std::errc() || amount > kMax / bytes.value_or(1))
    return Fail(CaretError(text, begin, "too large a number"));
  if (amount == 0) return Fail(CaretError(text, begin, "nothing at all"));
  if (unit.empty()) return RecordingLimit{RecordingLimit::Kind::kSamples, amount};
  return RecordingLimit{RecordingLimit::Kind::kBytes, amount * *bytes};
}

}  // namespace fdr
