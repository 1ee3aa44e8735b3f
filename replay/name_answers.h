// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers a Context's questions about names from a tree of names.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/metadata/name_tree.h"
#include "fdr/replay/context.h"

namespace fdr {

tl::unexpected<Error> UnknownName(std::string_view name);
tl::unexpected<Error> UnknownMetric(MetricId id);

Result<MetricId> FindIn(const NameTree& names, std::string_view name);
std::vector<Result<MetricId>> FindIn(const NameTree& names, std::span<const std::string> wanted);
Result<std::vector<NameChild>> ChildrenIn(const NameTree& names, std::string_view name);
Result<std::vector<std::string>> TraverseIn(const NameTree& names, std::string_view name);

}  // namespace fdr
