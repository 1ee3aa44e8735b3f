// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/usage/usage_totals.h"

#include <algorithm>

namespace fdr::local {
namespace {

constexpr std::size_t kMostCandidates = 1024;

// Names stay in the metadata of a recording, so that what idles has none.
bool IsWorthAName(const Usage& usage) {
  constexpr std::uint64_t kMuch = 5'000'000, kManyBytes = 256 * 1024;
  return usage.cpu >= kMuch || usage.read + usage.written >= kManyBytes;
}

}  // namespace

void UsageTotals::Add(std::string_view name, const Usage& usage) {
  if (name == kRest) {
    totals_.front().usage += usage;
  } else if (const auto known = places_.find(name); known != places_.end()) {
    totals_[known->second].usage += usage;
  } else {
    auto it = candidates_.find(name);
    if (it == candidates_.end()) it = candidates_.emplace(name, Usage{}).first;
    it->second += usage;
    totals_.front().usage += usage;
  }
}

void UsageTotals::Settle() {
  std::erase_if(candidates_, [this](const auto& candidate) {
    const auto& [name, usage] = candidate;
    if (totals_.size() > most_ || !IsWorthAName(usage)) return false;
    places_.emplace(name, totals_.size());
    totals_.push_back({name, {}});
    return true;
  });
  if (candidates_.size() > kMostCandidates) candidates_.clear();
}

}  // namespace fdr::local
