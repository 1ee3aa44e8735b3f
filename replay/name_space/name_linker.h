// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Joins the groups of a name space to whole names.

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

/// Returns the names in the order in which the groups list them; the names of a group come in place
/// of its own name.  `text` is the text that the groups were parsed from.
Result<std::vector<MetricName>> LinkNames(const PreprocessedText& text,
                                          std::span<const NameGroup> groups,
                                          const LinkRules& rules);

}  // namespace fdr
