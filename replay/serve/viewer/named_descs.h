// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The descriptors of metrics by their names.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "fdr/replay/context.h"

namespace fdr {

/// One for each name; an error where the context has no such metric.
Result<std::vector<Result<Desc>>> NamedDescs(Context& context, std::span<const std::string> names);

}  // namespace fdr
