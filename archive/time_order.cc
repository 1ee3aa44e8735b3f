// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/time_order.h"

#include <algorithm>

namespace fdr {

std::vector<std::size_t> StampsOutOfOrder(const std::vector<Timestamp>& stamps) {
  if (std::is_sorted(stamps.begin(), stamps.end())) return {};

  // best_end[n] is where the sequence of n + 1 stamps with the earliest end ends; before[i] is the
  // stamp before the i-th in the best sequence that ends there.
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> best_end;
  std::vector<std::size_t> before(stamps.size(), kNone);
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    const auto later = std::upper_bound(
        best_end.begin(), best_end.end(), stamps[i],
        [&](const Timestamp& stamp, std::size_t end) { return stamp < stamps[end]; });
    if (later != best_end.begin()) before[i] = *(later - 1);
    if (later == best_end.end())
      best_end.push_back(i);
    else
      *later = i;
  }

  std::vector<std::size_t> dropped;
  std::size_t kept = best_end.back();
  for (std::size_t i = stamps.size(); i-- > 0;) {
    if (i == kept)
      kept = before[i];
    else
      dropped.push_back(i);
  }
  std::reverse(dropped.begin(), dropped.end());
  return dropped;
}

}  // namespace fdr
