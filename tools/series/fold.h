// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Instances folded into groups, whose values are sums:
//
//   --fold '^(sd[a-z])[0-9]+$'      disk[sda1] 3   disk[sda2] 4   disk[dm-0] 5
//                                   disk[sda] 7                   disk[dm-0] 5

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/pattern/text_pattern.h"
#include "fdr/tools/series/row_sink.h"

namespace fdr::tools {

/// Which columns add up to which.
struct Folding {
  std::vector<Column> columns;  ///< with the groups, each at its first member
  /// The columns that each one is the sum of; empty if nothing is folded.
  std::vector<std::vector<std::size_t>> members;
};

/// Instances that do not match stay as they are, and so do texts.
Folding Fold(const std::vector<Column>& columns, const TextPattern& pattern);

/// The sum of two cells; integers stay exact unless the sum is too large.  A cell without a value
/// counts as nothing.
Cell SumOfCells(const Cell& a, const Cell& b);

/// Passes the sums on to `inner`.  Borrows the folding.
std::unique_ptr<RowSink> MakeFoldingSink(const Folding& folding, std::unique_ptr<RowSink> inner);

}  // namespace fdr::tools
