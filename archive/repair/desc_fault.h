// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Checks whether a descriptor can describe a metric.

#pragma once

#include <string>
#include <unordered_map>

#include "fdr/archive/record/desc_record.h"

namespace fdr {

/// Returns why a repair always drops this descriptor; empty if it is kept.
std::string FaultOf(const DescRecord& record);

/// Returns why this descriptor is dropped behind the earlier ones; empty if it is kept.  The first
/// descriptor of a metric counts, and is added to `known`.
std::string FaultBehind(std::unordered_map<MetricId, Desc>& known, const DescRecord& record);

}  // namespace fdr
