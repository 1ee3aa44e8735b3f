// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Looks up metrics before they are recorded.

#pragma once

#include <span>
#include <vector>

#include "fdr/logger/metadata/metadata_feed.h"
#include "fdr/replay/context.h"

namespace fdr {

/// Asks the source for the descriptors of these metrics, and for the names of those that `metadata`
/// does not know; then `metadata` knows them.  The answer is the metrics that can be recorded, in
/// their order, each once.  Borrows both until the answer.
void StartDescribing(Context& source, std::span<const MetricId> metrics, MetadataFeed& metadata,
                     Done<std::vector<MetricId>> done);

}  // namespace fdr
