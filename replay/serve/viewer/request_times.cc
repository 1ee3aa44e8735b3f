// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/request_times.h"

#include <algorithm>
#include <string>

#include "fdr/replay/text/ascii.h"

namespace fdr {

constexpr int kDecimals = 9;

std::optional<Nanos> ParseSeconds(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  if (text.empty() || !IsDigit(text.front())) return std::nullopt;
  Nanos nanos = 0;
  int decimals = -1;
  for (const char c : text) {
    if (c == '.' && decimals < 0) {
      decimals = 0;
      continue;
    }
    if (!IsDigit(c)) return std::nullopt;
    if (decimals == kDecimals) continue;
    if (decimals < 0 && nanos * 10 + (c - '0') >= kMostSeconds) return std::nullopt;
    nanos = nanos * 10 + (c - '0');
    if (decimals >= 0) ++decimals;
  }
  for (decimals = std::max(decimals, 0); decimals < kDecimals; ++decimals) nanos *= 10;
  return is_negative ? -nanos : nanos;
}

Result<std::optional<Nanos>> TimeIn(const Parameters& parameters, std::string_view name) {
  const std::string* const text = parameters.Find(name);
  if (text == nullptr) return std::nullopt;
  const std::optional<Nanos> at = ParseSeconds(*text);
  if (!at)
    return Fail(Errc::kInvalidArgument,
                std::string(name) + ": a time is a number of seconds since 1970");
  return at;
}

Result<Nanos> RequiredTime(const Parameters& parameters, std::string_view name) {
  const Result<std::optional<Nanos>> at = TimeIn(parameters, name);
  if (!at) return Fail(at.error());
  if (!*at) return Fail(Errc::kInvalidArgument, std::string(name) + " is missing");
  return **at;
}

void WriteTime(JsonWriter& json, Nanos at) {
  const std::uint64_t size =
      at < 0 ? 0 - static_cast<std::uint64_t>(at) : static_cast<std::uint64_t>(at);
  std::string text = at < 0 ? "-" : "";
  text += std::to_string(size / kNanosPerSecond);
  if (const std::uint64_t rest = size % kNanosPerSecond; rest != 0) {
    const std::string digits = std::to_string(rest);
    text += '.' + std::string(kDecimals - digits.size(), '0') + digits;
    text.erase(text.find_last_not_of('0') + 1);
  }
  json.Raw(text);
}

}  // namespace fdr
