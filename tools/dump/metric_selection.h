// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From the names on a command line to metrics.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/metadata/name_tree.h"

namespace fdr::tools {

/// The metrics with these names, in the order in which PCP lists them.  A partial name stands for
/// all metrics below it.  A metric may occur more than once.  Unknown names are reported.
std::vector<MetricId> SelectMetrics(const NameTree& tree, const std::vector<std::string>& names,
                                    const std::function<void(const std::string&)>& on_unknown);

}  // namespace fdr::tools
