// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of a context together with those of derived metrics, as PCP lists them.  It lists those
// that cannot be computed until it notices: when it looks for a descriptor, or walks through the
// names of a collector.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/pcp/pmapi/contexts/plain_names.h"

namespace fdr::pmapi {

/// As Context::Children() and Context::Traverse().  `plain` has the context's other names.
Result<std::vector<NameChild>> ChildrenWithUseless(ApiContext& context, PlainNames& plain,
                                                   std::string_view name);
Result<std::vector<std::string>> TraverseWithUseless(ApiContext& context, PlainNames& plain,
                                                     std::string_view name);

}  // namespace fdr::pmapi
