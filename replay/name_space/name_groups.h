// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A name space as written: groups of names, each under their common path.
//
//     root {                 every name space has this one
//         disk               a name without a metric is the path of another group
//         uptime   60:26:0
//     }
//     disk { all   60:0:24 }
//
// name_linker.h joins them to whole names.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"
#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr {

/// A place in a text.
struct NameSpot {
  std::uint32_t line = 0;  ///< an index into the lines of the text
  std::uint32_t column = 0;
};

/// An error with a caret at the spot.
Error ErrorAt(const PreprocessedText& text, NameSpot spot, std::string_view complaint);

struct NameNode {
  std::string_view name;
  std::optional<MetricId> id;  ///< none: the name of a group
  NameSpot spot;
};

struct NameGroup {
  std::string_view path;
  NameSpot spot;
  std::vector<NameNode> nodes;  ///< each name once
};

/// Borrows the text.
Result<std::vector<NameGroup>> ParseNameGroups(const PreprocessedText& text);

}  // namespace fdr
