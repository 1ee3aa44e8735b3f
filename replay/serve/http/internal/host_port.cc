// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/host_port.h"

#include <algorithm>
#include <charconv>

namespace fdr {
namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kMarks = "-._~%!$&'()*+,;=";

bool IsName(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return kLetters.find(c) != kLetters.npos || kDigits.find(c) != kDigits.npos ||
           kMarks.find(c) != kMarks.npos;
  });
}

bool IsIpv6(std::string_view name) {
  return !name.empty() && name.find_first_not_of("0123456789abcdefABCDEF:.") == name.npos;
}

}  // namespace

std::optional<HostPort> HostPort::Parse(std::string_view text) {
  HostPort parsed;
  std::string_view rest;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == text.npos) return std::nullopt;
    parsed.name = text.substr(1, end - 1);
    rest = text.substr(end + 1);
    if (!IsIpv6(parsed.name)) return std::nullopt;
  } else {
    parsed.name = text.substr(0, text.find(':'));
    rest = text.substr(parsed.name.size());
    if (!IsName(parsed.name)) return std::nullopt;
  }
  if (rest.empty()) return parsed;
  const std::string_view digits = rest.substr(1);
  if (!rest.starts_with(':')) return std::nullopt;
  if (digits.empty()) return parsed;  // the RFC allows this
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  parsed.port = port;
  return parsed;
}

}  // namespace fdr
