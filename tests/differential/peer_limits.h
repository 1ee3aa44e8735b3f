// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What must not be asked of the installed PCP library, since it dies of it or never returns.

#pragma once

#include <set>

#include "fdr/replay/timeline/timeline.h"

namespace fdr::test {

/// Whether the peer understands the instance domains of these archives.  In the second and later
/// ones of a list it takes differences between memberships for whole ones.
bool PeerMergesDomains(const Timeline& timeline);

/// Whether it does so wherever it was before: coming back to the first archive of a list, it reads
/// all metadata again, and takes differences between memberships for whole ones there, too.
bool PeerKeepsDomains(const Timeline& timeline);

/// Metrics that it dies of when it interpolates: singular ones with several values in a record.
std::set<MetricId> DeadlyMetrics(const Timeline& timeline);

/// Values that it keeps behind pointers: it loses track of them going backward, and of discrete
/// ones at marks.
bool IsBehindPointer(const Desc& desc);

}  // namespace fdr::test
