// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Questions that a test must not ask the installed PCP library, since it would die or never return.

#pragma once

#include <set>

#include "fdr/replay/timeline/timeline.h"

namespace fdr::test {

/// Whether the peer understands the instance domains of these archives.  In the second and later
/// archives of a list it takes differences between memberships for whole memberships.
bool PeerMergesDomains(const Timeline& timeline);

/// Whether the peer understands them also after it was elsewhere.  When it comes back to the first
/// archive of a list, it reads all metadata again.  Then it takes differences between memberships
/// for whole memberships there, too.
bool PeerKeepsDomains(const Timeline& timeline);

/// Metrics that kill the peer when it interpolates: singular ones with several values in a record.
std::set<MetricId> DeadlyMetrics(const Timeline& timeline);

/// Whether the peer keeps the values behind pointers.  It loses track of these values going
/// backward, and of discrete ones at marks.
bool IsBehindPointer(const Desc& desc);

}  // namespace fdr::test
