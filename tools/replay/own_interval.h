// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How often an archive was sampled.

#pragma once

#include <span>

#include "fdr/replay/context.h"

namespace fdr::tools {

/// The usual distance, in nanoseconds and with two digits, of records with values of these metrics;
/// looks at the first ones from that time on.  A second if the distance cannot be known.  Leaves
/// the context in another mode.
std::int64_t OwnInterval(Context& context, std::span<const MetricId> metrics, Timestamp from);

}  // namespace fdr::tools
