// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Linux adds what a process used to its parent when the process has ended.  Records of the process
// itself must not make that count twice.
//
//   sample                      1     2     3     4
//   compiler, own time          1.0   2.0   -     -       it is seen
//   make, time of children      7.0   7.0   9.1   9.4
//   left: of processes unseen         0     0.1   0.3     processes that came and went

#pragma once

#include <span>

#include "fdr/replay/why/process_usage.h"

namespace fdr::why {

/// Takes from the pieces of each process what its children had used that were seen, and adds the
/// rest to `in` and `out`.  `processors`: no more time passes between two samples.
void LeaveChildren(const UsageWindow& window, double processors, std::span<ProcessUsage> processes);

}  // namespace fdr::why
