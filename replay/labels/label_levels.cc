// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/labels/label_levels.h"

namespace fdr {

std::vector<LabelOwner> LabelOwnersOf(MetricId metric, InDomId indom) {
  const MetricId cluster = MetricId::Build(metric.domain(), metric.cluster(), 0);
  std::vector<LabelOwner> owners = {{LabelLevel::kContext, kContextId},
                                    {LabelLevel::kDomain, metric.domain()}};
  if (!indom.IsNull()) owners.push_back({LabelLevel::kInDom, indom.value});
  owners.push_back({LabelLevel::kCluster, cluster.value});
  owners.push_back({LabelLevel::kItem, metric.value});
  return owners;
}

}  // namespace fdr
