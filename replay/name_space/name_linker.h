// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From the groups of a name space to whole names.

#pragma once

#include <span>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/name_space/name_groups.h"
#include "fdr/replay/name_space/name_space.h"
#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr {

struct LinkRules {
  bool allow_duplicates = true;  ///< several names for one metric
  std::size_t max_bytes = 0;     ///< of all names together
};

/// In the order in which the groups list them, those of a group in place of its name.  `text` is
/// what the groups are from.
Result<std::vector<MetricName>> LinkNames(const PreprocessedText& text,
                                          std::span<const NameGroup> groups,
                                          const LinkRules& rules);

}  // namespace fdr
