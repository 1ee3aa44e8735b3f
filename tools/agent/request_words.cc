// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/agent/request_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "fdr/archive/base/domains.h"

namespace fdr::tools {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::uint32_t kLargestCluster = 4095, kLargestItem = 1023;
constexpr std::uint32_t kLargestSerial = 0x3fffff;

// Numbers between dots, one for each limit.
template <std::size_t n>
std::optional<std::array<std::uint32_t, n>> Dotted(std::string_view word,
                                                   const std::array<std::uint32_t, n>& limits) {
  std::array<std::uint32_t, n> numbers{};
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t dot = i + 1 < n ? word.find('.') : word.size();
    if (dot == std::string_view::npos) return std::nullopt;
    const auto number = WholeNumber(word.substr(0, dot), limits[i]);
    if (!number) return std::nullopt;
    numbers[i] = *number;
    word.remove_prefix(std::min(dot + 1, word.size()));
  }
  return numbers;
}

}  // namespace

std::size_t LastWord(std::string_view line) {
  std::size_t begin = 0;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote != 0) {
      if (line[i] == quote) quote = 0;
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    } else if (kBlanks.find(line[i]) != std::string_view::npos) {
      begin = i + 1;
    }
  }
  return begin;
}

std::string QuotedWord(const std::string& word) {
  if (!word.empty() && word[0] != '#' && word.find_first_of(" \t\"'") == std::string::npos)
    return word;
  const char quote = word.find('"') == std::string::npos ? '"' : '\'';
  return quote + word + quote;
}

std::optional<std::uint32_t> WholeNumber(std::string_view word, std::uint32_t largest) {
  std::uint32_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (word.empty() || error != std::errc() || stop != end || number > largest) return std::nullopt;
  return number;
}

std::optional<MetricId> MetricIdOf(std::string_view word) {
  const auto parts = Dotted<3>(word, {kLastAgentDomain, kLargestCluster, kLargestItem});
  if (!parts) return std::nullopt;
  return MetricId::Build((*parts)[0], (*parts)[1], (*parts)[2]);
}

std::optional<InDomId> InDomIdOf(std::string_view word) {
  const auto parts = Dotted<2>(word, {kLastAgentDomain, kLargestSerial});
  if (!parts) return std::nullopt;
  return InDomId::Build((*parts)[0], (*parts)[1]);
}

}  // namespace fdr::tools
