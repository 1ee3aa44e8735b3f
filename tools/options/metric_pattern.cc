// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/metric_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "fdr/replay/glob.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kSuggestions = 3;
constexpr std::size_t kLongestCompared = 256;

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

Error Unknown(Context& context, const std::string& pattern) {
  std::string what = IsGlob(pattern) ? fmt::format("No metric matches \"{}\"", pattern)
                                     : fmt::format("Unknown metric \"{}\"", pattern);
  if (const auto all = context.Traverse("")) {
    const std::vector<std::string> nearest = NearestNames(pattern, *all, kSuggestions);
    if (!nearest.empty()) what += fmt::format("; did you mean {}?", fmt::join(nearest, ", "));
  }
  return {Errc::kNotFound, std::move(what), {}, 0};
}

}  // namespace

std::vector<std::string> NearestNames(std::string_view wanted,
                                      const std::vector<std::string>& names, std::size_t limit) {
  wanted = wanted.substr(0, kLongestCompared);
  struct Candidate {
    std::size_t distance;
    const std::string* name;
  };
  std::vector<Candidate> near;
  for (const std::string& name : names) {
    if (name.size() > kLongestCompared) continue;
    const std::size_t distance = EditDistance(wanted, name);
    const bool contains = wanted.size() >= 3 && name.find(wanted) != std::string::npos;
    if (distance <= wanted.size() / 3 + 1 || contains) near.push_back({distance, &name});
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

Result<std::vector<std::string>> ExpandPattern(Context& context, const std::string& pattern) {
  const bool glob = IsGlob(pattern);
  Result<std::vector<std::string>> names = context.Traverse(glob ? "" : pattern);
  if (!names && names.error().code != Errc::kNotFound) return names;
  if (names && glob)
    std::erase_if(*names, [&](const std::string& name) { return !MatchesGlob(pattern, name); });
  if (!names || names->empty()) return Fail(Unknown(context, pattern));
  std::sort(names->begin(), names->end());
  return names;
}

}  // namespace fdr::tools
