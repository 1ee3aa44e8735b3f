// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics that a command line names, as a logger knows them: by numbers.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/sources/log_control/log_messages.h"

namespace fdr::tools {

struct OrderedMetrics {
  std::vector<LogOrder::Metric> metrics;
  std::vector<std::string> names;                            ///< of each
  std::map<MetricId, std::vector<NamedInstance>> instances;  ///< that are present

  /// "[1 minute]", "[4711]" for an instance that is gone; "" for a metric without instances.
  std::string NameOf(MetricId metric, InstanceId instance) const;
};

/// `words`: "disk.dev", "disk.*.read", "kernel.all.load[1 minute, 5]".
Result<OrderedMetrics> FindOrderedMetrics(Context& source, const std::vector<std::string>& words);

}  // namespace fdr::tools
