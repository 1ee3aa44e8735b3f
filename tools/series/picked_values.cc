// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values that reports pick from each row: those beyond a limit, and those of the instances with
// the largest or smallest values.
//
//   rank = 1       load[1 minute] 2.5   load[5 minute] 2.4          ->   2.5  -
//   limit 2.45     load[1 minute] 2.5   load[5 minute] 2.4          ->   2.5  -

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fdr/tools/series/row_sink.h"

namespace fdr::tools {
namespace {

bool PicksAll(const ColumnPick& pick) {
  return !pick.limit && pick.rank == 0 && pick.follows.empty() && !pick.is_hidden;
}

bool IsWithin(double value, double limit) { return limit >= 0 ? value >= limit : value <= -limit; }

class PickingSink final : public RowSink {
 public:
  PickingSink(const std::vector<Column>& columns, std::unique_ptr<RowSink> inner)
      : columns_(columns), inner_(std::move(inner)) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i].pick.rank != 0) ranked_[columns[i].metric].push_back(i);
  }

  void Begin(std::string& out) override { inner_->Begin(out); }
  void End(std::string& out) override { inner_->End(out); }
  Result<void> Save() override { return inner_->Save(); }
  void Refresh(std::string& out) override { inner_->Refresh(out); }
  void Resize(int width, int height) override { inner_->Resize(width, height); }
  void SetZone(const Zone& zone) override { inner_->SetZone(zone); }
  std::string LastRow() const override { return inner_->LastRow(); }
  bool Draws() const override { return inner_->Draws(); }

  void Add(const Row& row, std::string& out) override {
    Row picked = row;
    for (std::size_t i = 0; i < columns_.size(); ++i) ApplyLimit(columns_[i].pick, picked.cells[i]);
    // By the metric that ranked them.
    std::map<std::string, std::set<InstanceId>> leaders;
    for (const auto& [metric, places] : ranked_) leaders[metric] = Rank(places, picked.cells);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const ColumnPick& pick = columns_[i].pick;
      const auto of = leaders.find(pick.follows);
      if (pick.is_hidden || (of != leaders.end() && !of->second.contains(columns_[i].id)))
        picked.cells[i] = {};
    }
    inner_->Add(picked, out);
  }

 private:
  static void ApplyLimit(const ColumnPick& pick, Cell& cell) {
    if (!pick.limit || *pick.limit == 0) return;
    const std::optional<double> value = NumberOf(cell);
    if (value && !IsWithin(*value, *pick.limit)) cell = {};
  }

  // Empties all cells but those of the first instances, which it returns.
  std::set<InstanceId> Rank(const std::vector<std::size_t>& places, std::vector<Cell>& cells) {
    const std::int64_t rank = columns_[places.front()].pick.rank;
    order_.clear();
    for (const std::size_t place : places)
      if (const std::optional<double> value = NumberOf(cells[place]); value && !std::isnan(*value))
        order_.emplace_back(rank > 0 ? -*value : *value, place);
    std::stable_sort(order_.begin(), order_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const std::uint64_t most =
        rank > 0 ? static_cast<std::uint64_t>(rank) : -static_cast<std::uint64_t>(rank);
    if (order_.size() > most) order_.resize(most);
    std::set<InstanceId> first;
    for (const auto& [value, place] : order_) first.insert(columns_[place].id);
    for (const std::size_t place : places)
      if (!first.contains(columns_[place].id)) cells[place] = {};
    return first;
  }

  const std::vector<Column>& columns_;
  std::unique_ptr<RowSink> inner_;
  std::map<std::string, std::vector<std::size_t>> ranked_;  // places by metric
  std::vector<std::pair<double, std::size_t>> order_;
};

}  // namespace

std::unique_ptr<RowSink> MakePickingSink(const std::vector<Column>& columns,
                                         std::unique_ptr<RowSink> inner) {
  if (std::all_of(columns.begin(), columns.end(),
                  [](const Column& column) { return PicksAll(column.pick); }))
    return inner;
  return std::make_unique<PickingSink>(columns, std::move(inner));
}

}  // namespace fdr::tools
