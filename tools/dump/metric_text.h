// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a metric is called.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/ids.h"
#include "fdr/archive/metadata.h"

namespace fdr::tools {

/// All names of a metric, joined by " or "; `nameless` if it has none.
std::string NamesText(const Metadata& metadata, MetricId id, std::string_view nameless);

}  // namespace fdr::tools
