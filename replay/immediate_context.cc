// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/immediate_context.h"

namespace fdr {

Result<std::vector<Result<Desc>>> ImmediateContext::Descs(std::span<const MetricId> ids) {
  std::vector<Result<Desc>> descs;
  descs.reserve(ids.size());
  for (const MetricId id : ids) descs.push_back(DescOf(id));
  return descs;
}

}  // namespace fdr
