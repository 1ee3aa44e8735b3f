// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/peer_limits.h"

#include "fdr/tests/differential/record_model.h"

namespace fdr::test {

bool PeerMergesDomains(const Timeline& timeline) {
  for (std::size_t i = 1; i < timeline.size(); ++i)
    if (timeline.archive(i).metadata().counts().indom_deltas > 0) return false;
  return true;
}

bool PeerKeepsDomains(const Timeline& timeline) {
  return timeline.size() == 1 ||
         (PeerMergesDomains(timeline) && timeline.archive(0).metadata().counts().indom_deltas == 0);
}

std::set<MetricId> DeadlyMetrics(const Timeline& timeline) {
  std::set<MetricId> deadly;
  for (const ListedEvent& event : ListEvents(timeline))
    for (const MetricId id : event.several)
      if (const Desc* desc = timeline.metadata().FindDesc(id);
          desc != nullptr && desc->indom.IsNull())
        deadly.insert(id);
  return deadly;
}

bool IsBehindPointer(const Desc& desc) { return desc.type != Type::k32 && desc.type != Type::kU32; }

}  // namespace fdr::test
