// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/nearest_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace fdr::tools {
namespace {

constexpr std::size_t kSuggestions = 3;
constexpr std::size_t kLongestCompared = 256;
constexpr std::size_t kMiddle = 2;  // the distance of names that differ only in the middle

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// The number of letters to add, remove, change, or swap with a neighbour, to get from `a` to `b`.
std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    std::swap(last, row);
  }
  return last[b.size()];
}

// "proc.memory.rss" is "proc.psinfo.rss" to those who remember only what it means.
bool DifferOnlyInTheMiddle(std::string_view a, std::string_view b) {
  const std::size_t end = a.find('.'), last = a.rfind('.');
  return last != std::string_view::npos && last > end && b.starts_with(a.substr(0, end + 1)) &&
         b.ends_with(a.substr(last)) && b.find('.') < b.rfind('.');
}

}  // namespace

std::vector<std::string> NearestNames(std::string_view wanted,
                                      const std::vector<std::string>& names, std::size_t limit) {
  const std::string lower = Lower(wanted.substr(0, kLongestCompared));
  struct Candidate {
    std::size_t distance;
    const std::string* name;
  };
  std::vector<Candidate> near;
  for (const std::string& name : names) {
    if (name.size() > kLongestCompared) continue;
    const std::string candidate = Lower(name);
    std::size_t distance = EditDistance(lower, candidate);
    if (DifferOnlyInTheMiddle(lower, candidate)) distance = std::min(distance, kMiddle);
    const bool contains = lower.size() >= 3 && candidate.find(lower) != std::string::npos;
    if (distance <= lower.size() / 3 + 1 || contains) near.push_back({distance, &name});
  }
  std::sort(near.begin(), near.end(), [](const Candidate& a, const Candidate& b) {
    return a.distance != b.distance ? a.distance < b.distance : *a.name < *b.name;
  });
  std::vector<std::string> nearest;
  for (const Candidate& candidate : near) {
    if (nearest.size() == limit || candidate.distance > 2 * near.front().distance) break;
    nearest.push_back(*candidate.name);
  }
  return nearest;
}

std::string DidYouMean(std::string_view wanted, const std::vector<std::string>& names) {
  const std::vector<std::string> nearest = NearestNames(wanted, names, kSuggestions);
  return nearest.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(nearest, ", "));
}

}  // namespace fdr::tools
