// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/copy_stages.h"

namespace fdr::tools {

// From the last stage to the first.
Result<CopySink*> CopyStages::Make(CopySink& writer, const Metadata& metadata) {
  CopySink* first = &writer;
  if (!words_.empty()) {
    const auto chosen = MetricsToCopy(metadata, words_, quiet_);
    if (!chosen) return Fail(chosen.error());
    metrics_ = chosen->size();
    first = &choice_.emplace(metadata, *chosen, *first);
  }
  return first;
}

}  // namespace fdr::tools
