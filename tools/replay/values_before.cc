// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/values_before.h"

#include <algorithm>

namespace fdr::tools {
namespace {

// One row of an interpolation; empty if there is none.
Row RowAt(Context& context, const std::vector<Column>& columns, Timestamp time) {
  Row row;
  Sampler sampler(context, columns);
  if (context.SetMode(Mode::kInterpolated, time, kNanosPerSecond)) {
    const Fetched fetched = sampler.Next(row);
    if (fetched && *fetched && row.stamp == time) return row;
  }
  return {time, std::vector<Cell>(columns.size())};
}

}  // namespace

Row ValuesBefore(Context& context, const std::vector<Column>& columns, Timestamp time) {
  std::vector<Column> discrete;
  for (const Column& column : columns)
    if (column.desc.semantics == Semantics::kDiscrete) discrete.push_back(column);
  Row row{time, std::vector<Cell>(columns.size())};
  if (discrete.empty()) return row;
  Row found = RowAt(context, discrete, time);
  auto next = found.cells.begin();
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].desc.semantics == Semantics::kDiscrete) row.cells[i] = std::move(*next++);
  return row;
}

std::string NothingBetween(Context& context, const std::vector<Column>& columns, const Plan& plan) {
  const std::string nothing = "These metrics have no values in this time window";
  if (plan.interpolated || IsEmpty(RowAt(context, columns, plan.from))) return nothing;
  return nothing + ", but around it: -t 10s, or any other interval, interpolates them";
}

void FillFrom(const Row& before, Row& row) {
  for (std::size_t i = 0; i < row.cells.size(); ++i)
    if (row.cells[i].index() == 0) row.cells[i] = before.cells[i];
}

}  // namespace fdr::tools
