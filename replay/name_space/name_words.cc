// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/name_space/name_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "fdr/archive/base/domains.h"
#include "fdr/replay/name_space/name_space.h"
#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::uint32_t kMaxCluster = 4095, kMaxItem = 1023;

std::size_t EndOfWord(std::string_view line, std::size_t at) {
  while (at < line.size() && !IsSpace(line[at])) ++at;
  return at;
}

std::size_t SkipBlanks(std::string_view line, std::size_t at) {
  return at + CountBlanks(line.substr(at));
}

// Finds the end of a word with colons: "1 : 2 :3" is one word.
std::size_t EndOfWordWithColons(std::string_view line, std::size_t begin) {
  std::size_t end = EndOfWord(line, begin);
  for (;;) {
    const std::size_t next = SkipBlanks(line, end);
    if (next == line.size() || (line[next] != ':' && line[end - 1] != ':')) return end;
    end = EndOfWord(line, next);
  }
}

// Takes the text up to the next colon off the front of `rest`, without blanks around it.
std::string_view TakeField(std::string_view& rest) {
  const std::size_t colon = std::min(rest.find(':'), rest.size());
  std::string_view field = rest.substr(0, colon);
  rest.remove_prefix(std::min(colon + 1, rest.size()));
  field.remove_prefix(CountBlanks(field));
  while (!field.empty() && IsSpace(field.back())) field.remove_suffix(1);
  return field;
}

// Nothing if it is no number; a number that is too large becomes the largest possible.
std::optional<std::uint32_t> NumberOf(std::string_view field) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (field.empty() || end != field.data() + field.size()) return std::nullopt;
  return error == std::errc() ? number : std::numeric_limits<std::uint32_t>::max();
}

}  // namespace

void NameWords::Advance() {
  for (; line_ < text_.lines.size(); ++line_, at_ = 0) {
    const std::string_view line = text_.TextOf(text_.lines[line_]);
    const std::size_t begin = SkipBlanks(line, at_);
    if (begin == line.size()) continue;
    at_ = EndOfWordWithColons(line, begin);
    next_ = {line.substr(begin, at_ - begin),
             {static_cast<std::uint32_t>(line_), static_cast<std::uint32_t>(begin)}};
    return;
  }
  next_.text = {};
}

bool IsMetricNamePart(std::string_view word) {
  return !word.empty() && IsAlpha(word[0]) &&
         std::ranges::all_of(word, [](char c) { return IsAlpha(c) || IsDigit(c) || c == '_'; });
}

bool IsMetricPath(std::string_view word) {
  for (;;) {
    const std::size_t dot = std::min(word.find('.'), word.size());
    if (!IsMetricNamePart(word.substr(0, dot))) return false;
    if (dot == word.size()) return true;
    word.remove_prefix(dot + 1);
  }
}

tl::expected<MetricId, std::string_view> ParseWrittenMetric(std::string_view word) {
  constexpr std::string_view kForm = "expected a metric, such as 60:0:24, another name, or }";
  if (std::count(word.begin(), word.end(), ':') != 2) return tl::unexpected(kForm);
  std::array<std::string_view, 3> fields = {TakeField(word), TakeField(word), TakeField(word)};
  const bool is_dynamic = fields[1] == "*" && fields[2] == "*";
  if (is_dynamic) fields[1] = fields[2] = "0";
  std::array<std::uint32_t, 3> parts = {};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto number = NumberOf(fields[i]);
    if (!number) return tl::unexpected(kForm);
    parts[i] = *number;
  }
  const auto& [domain, cluster, item] = parts;
  if (domain > kLastAgentDomain)
    return tl::unexpected(std::string_view("the largest domain is 510"));
  if (cluster > kMaxCluster) return tl::unexpected(std::string_view("the largest cluster is 4095"));
  if (item > kMaxItem) return tl::unexpected(std::string_view("the largest item is 1023"));
  return is_dynamic ? DynamicRoot(domain) : MetricId::Build(domain, cluster, item);
}

}  // namespace fdr
