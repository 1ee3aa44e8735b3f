// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/processes/process_ranking.h"

#include <algorithm>

namespace fdr::local {

std::vector<std::size_t> RankProcesses(std::span<const ProcessUse> uses, std::size_t most) {
  std::vector<std::size_t> ranked, order;
  for (std::uint64_t ProcessUse::*const what :
       {&ProcessUse::cpu, &ProcessUse::io, &ProcessUse::memory}) {
    order.clear();
    for (std::size_t i = 0; i < uses.size(); ++i)
      if (uses[i].*what > 0) order.push_back(i);
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(most, order.size()));
    // Of two that use the same, the older one has the smaller place.
    std::partial_sort(order.begin(), end, order.end(), [&](std::size_t a, std::size_t b) {
      return uses[a].*what != uses[b].*what ? uses[a].*what > uses[b].*what : a < b;
    });
    for (auto it = order.begin(); it != end; ++it)
      if (std::find(ranked.begin(), ranked.end(), *it) == ranked.end()) ranked.push_back(*it);
  }
  return ranked;
}

}  // namespace fdr::local
