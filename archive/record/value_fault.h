// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether the values of a metric can be what its descriptor says.  See docs/format/volume.md.

#pragma once

#include <optional>
#include <string_view>

#include "fdr/archive/base/value.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

/// Why no reader gets the values of the set, or gets wrong ones; nothing if there is no reason.
std::optional<std::string_view> ValueFault(const ValueSet& set, const Desc& desc);

}  // namespace fdr
