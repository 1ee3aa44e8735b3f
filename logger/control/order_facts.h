// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the source says of the metrics of an order.

#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "fdr/logger/config/resolved_names.h"
#include "fdr/replay/context.h"
#include "fdr/replay/sources/log_control/log_messages.h"

namespace fdr {

struct OrderFacts {
  /// The metrics of the order, one by one; kNotFound for a metric that does not exist.
  std::vector<Result<NamedMetric>> metrics;
  /// The present instances of the domains of metrics that are asked for as a whole.
  std::map<InDomId, std::vector<NamedInstance>> domains;
};

/// Asks the source; for names only if `names`.  An error means that it does not answer, or that its
/// answers need more than `most_memory`.
void StartOrderFacts(const LogOrder& order, Context& source, bool names, std::size_t most_memory,
                     Done<OrderFacts> done);

}  // namespace fdr
