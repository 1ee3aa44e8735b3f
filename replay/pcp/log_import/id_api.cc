// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmiID, pmiCluster, pmiInDom, pmiUnits: words from their parts, for scripts.

#include <pcp/import.h>
#include <pcp/pmapi.h>

#include <bit>
#include <cstdint>

pmID pmiID(int domain, int cluster, int item) {
  return pmID_build(static_cast<unsigned>(domain), static_cast<unsigned>(cluster),
                    static_cast<unsigned>(item));
}

pmID pmiCluster(int domain, int cluster) { return pmiID(domain, cluster, 0); }

pmInDom pmiInDom(int domain, int serial) {
  return pmInDom_build(static_cast<unsigned>(domain), static_cast<unsigned>(serial));
}

// Numbers that are too large lose their upper bits.
pmUnits pmiUnits(int dim_space, int dim_time, int dim_count, int scale_space, int scale_time,
                 int scale_count) {
  std::uint32_t word = 0;
  for (const int part : {dim_space, dim_time, dim_count, scale_space, scale_time, scale_count})
    word = word << 4 | (static_cast<unsigned>(part) & 0xf);
  return std::bit_cast<pmUnits>(word << 8);
}
