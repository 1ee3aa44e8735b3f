// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Checks whether the values of a metric match its descriptor.  See docs/format/volume.md.

#pragma once

#include <optional>
#include <string_view>

#include "fdr/archive/base/value.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

/// Returns why readers get no values of the set, or wrong values; nothing if the set is sound.
std::optional<std::string_view> ValueFault(const ValueSet& set, const Desc& desc);

}  // namespace fdr
