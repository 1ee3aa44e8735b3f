// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares two windows: what the command and the web server both do.
//
//   Comparison comparison(before, after, report);
//   if (!comparison.ChooseMetrics(names)) ...
//   if (const auto diff = comparison.Read(windows, choice)) AppendDiffJson(*diff, zone, out);

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/diff/diff_rows.h"
#include "fdr/tools/diff/diff_windows.h"
#include "fdr/tools/diff/odd_stretch.h"

namespace fdr::tools {

/// Borrows its contexts.
struct ComparedArchive {
  std::string name;  ///< as the output calls it
  ArchiveContext* archive = nullptr;
  Context* values = nullptr;  ///< the archive, perhaps under other names or with derived metrics
};

class Comparison {
 public:
  /// Without `after`, both windows are of one archive.  `most`: series of each archive.
  Comparison(ComparedArchive before, std::optional<ComparedArchive> after, SearchReport report,
             std::size_t most)
      : sides_{{Side{std::move(before)}, Side()}}, report_(std::move(report)), most_(most) {
    if (after) sides_[1] = Side{std::move(*after)};
  }

  bool is_of_one() const { return sides_[1].of.archive == nullptr; }

  /// None: all that have numbers.  kNotFound for a metric that neither archive has.
  Result<void> ChooseMetrics(const std::vector<std::string>& metrics);
  /// The stretch of the one archive that differs most from the rest, and the time before it.
  Result<DiffWindows> Search(const StatisticsWindow& searched);
  /// Call once.  The result is valid as long as this.
  Result<Diff> Read(const DiffWindows& windows, const RowChoice& choice);

 private:
  struct Side {
    ComparedArchive of;
    std::vector<std::string> metrics = {};
    std::vector<Column> columns = {};
  };

  Side& later() { return is_of_one() ? sides_[0] : sides_[1]; }
  Result<void> FindIn(Side& side, const std::string& metric);
  Result<std::vector<Column>> ColumnsOf(Context& values, const std::vector<std::string>& metrics);
  Result<void> ChooseColumns(Side& side, std::vector<StatisticsWindow> windows);
  std::unique_ptr<ColumnStatistics> StatisticsOf(Side& side, const StatisticsWindow& window);

  std::array<Side, 2> sides_;
  std::unique_ptr<ColumnStatistics> before_, after_;  // of the windows
  const SearchReport report_;
  const std::size_t most_;
  bool are_named_ = false;  // the metrics
};

}  // namespace fdr::tools
