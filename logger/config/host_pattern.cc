// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/config/host_pattern.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool IsNumberBelow(std::string_view text, int base, unsigned limit) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return !text.empty() && error == std::errc() && end == text.data() + text.size() && value < limit;
}

bool IsIpv4(std::string_view text, bool is_beginning) {
  const std::vector<std::string_view> bytes = Split(text, '.');
  return (is_beginning ? bytes.size() < 4 : bytes.size() == 4) &&
         std::ranges::all_of(bytes, [](auto byte) { return IsNumberBelow(byte, 10, 256); });
}

bool IsIpv6(std::string_view text, bool is_beginning) {
  const std::size_t gap = text.find("::");
  if (gap != std::string_view::npos && text.find("::", gap + 1) != std::string_view::npos)
    return false;
  std::size_t groups = 0;
  const auto count = [&groups](std::string_view part) {
    if (part.empty()) return true;
    const std::vector<std::string_view> words = Split(part, ':');
    groups += words.size();
    return std::ranges::all_of(words, [](auto word) { return IsNumberBelow(word, 16, 0x10000); });
  };
  if (gap == std::string_view::npos)
    return count(text) && (is_beginning ? groups < 8 : groups == 8);
  return count(text.substr(0, gap)) && count(text.substr(gap + 2)) && groups < 8;
}

bool IsHostName(std::string_view text) {
  return IsAlpha(text[0]) && std::ranges::all_of(text, [](char c) {
           return IsAlpha(c) || IsDigit(c) || c == '_' || c == '.' || c == '-';
         });
}

}  // namespace

bool IsHostPattern(std::string_view text) {
  if (text.starts_with("unix:") || text.starts_with("local:")) return true;
  const bool is_beginning = text.ends_with('*');
  if (is_beginning) text.remove_suffix(1);
  if (text.empty() || text == "." || text == ":") return is_beginning;
  if (text.find(':') != std::string_view::npos) {
    if (is_beginning && text.ends_with(':') && !text.ends_with("::")) text.remove_suffix(1);
    return IsIpv6(text, is_beginning);
  }
  if (is_beginning) return text.ends_with('.') && IsIpv4(text.substr(0, text.size() - 1), true);
  return IsDigit(text[0]) ? IsIpv4(text, false) : IsHostName(text);
}

}  // namespace fdr
