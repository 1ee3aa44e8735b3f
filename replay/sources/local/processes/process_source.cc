// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/processes/process_source.h"

namespace fdr::local {

void ProcessSource::Refresh() {
  grid_.Clear();
  const bool all = machine_.profile == nullptr || machine_.profile->IncludesAll(indom_);
  for (const InstanceId pid : machine_.Processes())
    if (all || machine_.profile->Includes(indom_, pid)) ReadProcess(pid);
}

void ProcessSource::ReadProcess(InstanceId pid) {
  const auto content = machine_.ReadProcess(pid, file_, pieces_);
  if (!content) return;
  grid_.AddRow(pid);
  ReadContent(*content);
}

}  // namespace fdr::local
