// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/held_start.h"

#include <algorithm>
#include <iterator>

#include "fdr/replay/copy/held_values.h"
#include "fdr/tools/copy/input_context.h"

namespace fdr::tools {

Result<FirstRecords> HeldAtStart(const std::vector<ArchiveFiles>& inputs, Timestamp start,
                                 const CommonOptions& common, DamageReport& damage) {
  FirstRecords all;
  for (const ArchiveFiles& files : inputs) {
    const auto context = OpenInput(files, false, common, damage);
    if (!context) return Fail(context.error());
    const Result<Timestamp> end = (*context)->EndTime();
    if (!end || *end < start) continue;
    Result<FirstRecords> held = HeldAt(**context, start);
    if (!held) return held;
    std::ranges::move(*held, std::back_inserter(all));
  }
  std::ranges::stable_sort(all, {}, &FirstRecord::stamp);
  return all;
}

}  // namespace fdr::tools
