// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/instance_match.h"

#include <algorithm>
#include <unordered_map>

namespace fdr {
namespace {

bool Ascends(std::span<const InstanceId> instances) {
  return std::ranges::is_sorted(instances) &&
         std::ranges::adjacent_find(instances) == instances.end();
}

}  // namespace

void MatchInstances(std::span<const InstanceId> last, std::span<const InstanceId> next,
                    std::vector<std::uint32_t>& places) {
  places.assign(last.size(), kNoPlace);
  if (Ascends(last) && Ascends(next)) {
    std::size_t j = 0;
    for (std::size_t i = 0; i < last.size(); ++i) {
      while (j < next.size() && next[j] < last[i]) ++j;
      if (j < next.size() && next[j] == last[i]) places[i] = static_cast<std::uint32_t>(j);
    }
    return;
  }
  std::unordered_map<InstanceId, std::uint32_t> found;
  found.reserve(next.size());
  for (std::size_t j = 0; j < next.size(); ++j)
    found.try_emplace(next[j], static_cast<std::uint32_t>(j));
  // extract() lets no second one have the same place.
  for (std::size_t i = 0; i < last.size(); ++i)
    if (const auto place = found.extract(last[i])) places[i] = place.mapped();
}

}  // namespace fdr
