// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether a descriptor describes a metric.

#pragma once

#include <string>

#include "fdr/archive/record/desc_record.h"

namespace fdr {

/// Why repair drops the descriptor, whatever else the metadata say; empty if it keeps it.
std::string FaultOf(const DescRecord& record);

}  // namespace fdr
