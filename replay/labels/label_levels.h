// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whose labels a metric has: those of its host, of its domain, ..., and its own.

#pragma once

#include <cstdint>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/record/labelset_record.h"

namespace fdr {

/// What Context::Labels() is asked with.
struct LabelOwner {
  LabelLevel level;
  std::uint32_t id;
};

/// From the top of the hierarchy down, without instances.
std::vector<LabelOwner> LabelOwnersOf(MetricId metric, InDomId indom);

}  // namespace fdr
