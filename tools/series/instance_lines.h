// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Columns turned into lines: a line for each instance, with a place for each metric.
//
//   disk.dev.read[sda]  disk.dev.read[sdb]  disk.dev.write[sda]     sda  0  2
//            0                   1                   2              sdb  1  -

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/series/row_sink.h"

namespace fdr::tools {

struct InstanceLine {
  std::string instance;                       ///< "" for metrics without instances
  std::map<std::size_t, std::size_t> places;  ///< columns by the numbers of their metrics
};

class InstanceLines {
 public:
  explicit InstanceLines(const std::vector<Column>& columns);

  /// The first column of each metric.
  const std::vector<std::size_t>& metrics() const { return metrics_; }
  /// In the order of the columns; metrics without instances come first.
  const std::vector<InstanceLine>& lines() const { return lines_; }
  bool has_instances() const { return has_instances_; }

  /// The lines of a row that have a value.
  std::vector<std::size_t> Shown(const Row& row) const;
  /// The lines of Shown() with the largest values of the metric, the largest first.  Lines of other
  /// instance domains come before them.
  std::vector<std::size_t> Top(const Row& row, const TopInstances& top) const;
  /// The lines that have a value, ordered by a metric.  Lines of other instance domains come before
  /// them, and lines without a value of this metric behind them.
  std::vector<std::size_t> Ordered(const Row& row, const InstanceOrder& order) const;

 private:
  std::optional<std::size_t> MetricNumber(const std::string& name) const;

  const std::vector<Column>& columns_;
  std::vector<std::size_t> metrics_;
  std::vector<InstanceLine> lines_;
  bool has_instances_ = false;
};

}  // namespace fdr::tools
