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

/// The metrics with these names and, for partial names, all that are below, in the order in which
/// PCP lists them.  A metric may occur more than once.  Names that do not exist are reported.
std::vector<MetricId> SelectMetrics(const NameTree& tree, const std::vector<std::string>& names,
                                    const std::function<void(const std::string&)>& on_unknown);

}  // namespace fdr::tools
