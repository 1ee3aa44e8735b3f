// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A name space as it is written: groups of names, each under the path that they share.
//
//     root {                 every name space has this one
//         disk               a name without a metric is the path of another group
//         uptime   60:26:0
//     }
//     disk { all   60:0:24 }
//
// name_linker.h makes whole names of them.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"
#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr {

/// Where in a text.
struct NameSpot {
  std::uint32_t line = 0;  ///< an index into its lines
  std::uint32_t column = 0;
};

/// Points at the spot.
Error ErrorAt(const PreprocessedText& text, NameSpot spot, std::string_view complaint);

struct NameNode {
  std::string_view name;
  std::optional<MetricId> id;  ///< none: there is a group for it
  NameSpot spot;
};

struct NameGroup {
  std::string_view path;
  NameSpot spot;
  std::vector<NameNode> nodes;  ///< no name twice
};

/// Borrows the text.
Result<std::vector<NameGroup>> ParseNameGroups(const PreprocessedText& text);

}  // namespace fdr
