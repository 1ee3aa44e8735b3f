// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From fetches to rows of a table: picks the columns' values, and turns counters into rates.
//
//   counter   100@0s  160@30s  180@40s       forward: (0s) -, (30s) 2/s, (40s) 2/s
//                                            backward: the same rows, the last one first

#pragma once

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/timeline/direction.h"
#include "fdr/tools/series/cell.h"
#include "fdr/tools/series/columns.h"

namespace fdr::tools {

struct Row {
  Timestamp stamp;
  std::vector<Cell> cells;  ///< one for each column
  bool is_first = false;    ///< in time, so that no rate is known
  bool after_gap = false;   ///< recording was interrupted between the row before and this one
};

/// Whether no column has a value.
bool IsEmpty(const Row& row);

/// Reads a context from where it stands, in its mode.  Borrows context and columns.
class Sampler {
 public:
  Sampler(Context& context, const std::vector<Column>& columns);

  /// The next row; false at the end of the log, until the log grows.  Going backward, the rate of a
  /// row is known only after the next fetch.
  Fetched Next(Row& row);

  std::span<const MetricId> metrics() const { return metrics_; }

  /// To be called after the context's SetMode().  Rates start again.
  void Restart(Direction direction);
  /// Rates start again, because a record could not be read.
  void ForgetCounters();

 private:
  struct Waiting {
    Row row;
    std::size_t rates = 0;  // that the row waits for
  };
  // The last value of a counter.
  struct Last {
    bool known = false;
    Timestamp stamp;
    Cell value;
    std::size_t row = 0;  // its number
  };

  void Take();
  void TakeValue(std::size_t column, Cell value);
  void TakeCounter(std::size_t column, Cell value);
  Waiting& RowNumber(std::size_t number) { return rows_[number - first_row_]; }
  bool IsReady() const;

  Context* context_;
  const std::vector<Column>* columns_;
  Direction direction_ = Direction::kForward;
  std::vector<MetricId> metrics_;
  // The columns of each instance of a metric; an instance with several names has several.
  std::unordered_map<MetricId, std::unordered_multimap<InstanceId, std::size_t>> places_;
  std::vector<Last> last_;  // by column
  FetchResult result_;
  std::deque<Waiting> rows_;   // fetched, but not returned
  std::size_t first_row_ = 0;  // the number of the first of them
  bool took_any_ = false;
};

}  // namespace fdr::tools
