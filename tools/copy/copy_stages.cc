// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/copy_stages.h"

#include <utility>

namespace fdr::tools {

Result<void> CopyStages::Survey(const std::vector<ArchiveFiles>& inputs,
                                const CommonOptions& common, DamageReport& damage) {
  if (instance_words_.users.empty()) return {};
  Result<ProcessOwners> owners = ProcessesOf(instance_words_.users, inputs, common, damage);
  if (!owners) return Fail(owners.error());
  owners_ = std::move(*owners);
  return {};
}

// From the last stage to the first.
Result<CopySink*> CopyStages::Make(CopySink& writer, const Metadata& metadata) {
  CopySink* first = &writer;
  if (!instance_words_.empty()) {
    auto chosen = InstancesToCopy(metadata, instance_words_, owners_);
    if (!chosen) return Fail(chosen.error());
    first = &of_instances_.emplace(std::move(chosen->domains), std::move(chosen->keeps), *first);
  }
  if (!metric_words_.empty()) {
    const auto chosen = MetricsToCopy(metadata, metric_words_, quiet_);
    if (!chosen) return Fail(chosen.error());
    metrics_ = chosen->size();
    first = &of_metrics_.emplace(metadata, *chosen, *first);
  }
  return first;
}

}  // namespace fdr::tools
