// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which panel of a chart shows which column, how, and in which unit.
//
//   disk.dev.read_bytes[sda], mem.util.free          KiB/s and MiB: two panels
//   kernel.percpu.cpu.user on 64 processors          a heat map of its own, in %

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/chart/chart_model.h"
#include "fdr/tools/series/chart_samples.h"
#include "fdr/tools/series/columns.h"
#include "fdr/tools/text/readable_scale.h"

namespace fdr::tools {

/// How the user wants a chart drawn.
enum class ChartLook { kLine, kStep, kBar, kArea, kHeat };

/// The most panels of a chart.
inline constexpr std::size_t kMostPanels = 50;

class ChartPanels {
 public:
  /// Without a look, a metric with many instances is a heat map, a discrete metric has steps, and
  /// all others have lines.  Lines have a band if other columns are edges of theirs.  Borrows the
  /// columns.
  ChartPanels(const std::vector<Column>& columns, std::optional<ChartLook> look);

  std::size_t size() const { return groups_.size(); }

  /// The panels with all samples, in units that suit the largest values.  `joins`: a row without a
  /// value is a record of other metrics, not a gap.
  std::vector<ChartPanel> Fill(const ChartSamples& samples, bool joins) const;

  /// The value of a column as a panel has it, before it is scaled.
  double factor(std::size_t column) const { return units_[column].factor; }

 private:
  // The units in which values are drawn.
  struct DrawnUnits {
    Quantity quantity;
    double factor = 1;  // from the values of the column to that quantity
    bool scales = false;
    std::string unit;  // without a scale
  };
  struct Group {
    std::string key;
    PanelKind kind = PanelKind::kLines;
    std::vector<std::size_t> columns;
  };

  // The columns that are the edges of the band around a column.
  struct BandColumns {
    std::optional<std::size_t> low, high;
  };

  static DrawnUnits UnitsOf(const Column& column);
  ChartSeries SeriesOf(std::size_t column, PanelKind kind, const ChartSamples& samples,
                       bool joins) const;
  ChartPanel PanelOf(const Group& group, const ChartSamples& samples, bool joins) const;
  std::string SeriesName(const Column& column, bool one_metric) const;

  const std::vector<Column>& columns_;
  std::vector<DrawnUnits> units_;   // by column
  std::vector<bool> steps_;         // by column
  std::vector<BandColumns> bands_;  // by column
  std::vector<Group> groups_;
};

}  // namespace fdr::tools
