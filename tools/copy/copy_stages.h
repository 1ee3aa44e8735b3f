// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What happens to records on their way to the new archive, in this order: metrics are chosen.

#pragma once

#include <cstddef>
#include <optional>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/copy/metric_stage.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/tools/copy/chosen_metrics.h"

namespace fdr::tools {

/// One thread at a time.
class CopyStages {
 public:
  /// Borrows the words.
  CopyStages(const MetricWords& metrics, bool quiet) : words_(metrics), quiet_(quiet) {}

  /// Records pass as they are.
  bool empty() const { return words_.empty(); }
  /// Returns the first stage.  The last one passes on to the writer.  Begins again in each call.
  Result<CopySink*> Make(CopySink& writer, const Metadata& metadata);
  /// The number of metrics that were chosen.
  std::optional<std::size_t> metrics() const { return metrics_; }

 private:
  const MetricWords& words_;
  bool quiet_;
  std::optional<std::size_t> metrics_;
  std::optional<MetricStage> choice_;
};

}  // namespace fdr::tools
