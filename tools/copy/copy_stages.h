// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What happens to records on their way to the new archive, in this order: metrics and instances
// are chosen.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/copy/metric_stage.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/tools/copy/chosen_instances.h"
#include "fdr/tools/copy/chosen_metrics.h"
#include "fdr/tools/copy/process_owners.h"

namespace fdr::tools {

/// One thread at a time.
class CopyStages {
 public:
  /// Borrows the words.
  CopyStages(const MetricWords& metrics, const InstanceWords& instances, bool quiet)
      : metric_words_(metrics), instance_words_(instances), quiet_(quiet) {}

  /// Records pass as they are.
  bool empty() const { return metric_words_.empty() && instance_words_.empty(); }
  /// To be called before Make().
  Result<void> Survey(const std::vector<ArchiveFiles>& inputs, const CommonOptions& common,
                      DamageReport& damage);
  /// Returns the first stage.  The last one passes on to the writer.  Begins again in each call.
  Result<CopySink*> Make(CopySink& writer, const Metadata& metadata);
  /// The number of metrics that were chosen.
  std::optional<std::size_t> metrics() const { return metrics_; }

 private:
  const MetricWords& metric_words_;
  const InstanceWords& instance_words_;
  bool quiet_;
  ProcessOwners owners_;
  std::optional<std::size_t> metrics_;
  // In the order in which records pass them.
  std::optional<MetricStage> of_metrics_;
  std::optional<InstanceStage> of_instances_;
};

}  // namespace fdr::tools
