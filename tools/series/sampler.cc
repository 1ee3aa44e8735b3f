// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/sampler.h"

#include <algorithm>
#include <utility>

namespace fdr::tools {

// The most rows, and cells, that wait for the rate of a rarely recorded counter, going backward.
constexpr std::size_t kMostWaiting = 4096;
constexpr std::size_t kMostWaitingCells = 1 << 20;

bool IsEmpty(const Row& row) {
  return std::all_of(row.cells.begin(), row.cells.end(),
                     [](const Cell& cell) { return cell.index() == 0; });
}

Sampler::Sampler(Context& context, const std::vector<Column>& columns)
    : context_(&context), columns_(&columns), last_(columns.size()) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const MetricId id = columns[i].desc.id;
    if (!places_.contains(id)) metrics_.push_back(id);
    places_[id].emplace(columns[i].id, i);
  }
}

void Sampler::Restart(Direction direction) {
  direction_ = direction;
  first_row_ += rows_.size();
  rows_.clear();
  took_any_ = false;
  for (Last& last : last_) last.known = false;
}

Fetched Sampler::Next(Row& row) {
  while (!IsReady()) {
    const Fetched fetched = context_->Fetch(metrics_, result_);
    if (!fetched) return fetched;
    if (*fetched) {
      Take();
    } else {
      if (rows_.empty()) return false;
      rows_.front().row.is_first |= rows_.size() == 1 && direction_ == Direction::kBackward;
      break;  // the waiting rows get no more rates
    }
  }
  std::swap(row, rows_.front().row);
  rows_.pop_front();
  ++first_row_;
  return true;
}

bool Sampler::IsReady() const {
  return !rows_.empty() && (rows_.front().rates == 0 || rows_.size() > kMostWaiting ||
                            rows_.size() * columns_->size() > kMostWaitingCells);
}

void Sampler::Take() {
  if (result_.after_gap()) ForgetCounters();
  rows_.push_back({{result_.stamp(), std::vector<Cell>(columns_->size())}, 0});
  rows_.back().row.is_first = !took_any_ && direction_ == Direction::kForward;
  rows_.back().row.after_gap = result_.after_gap();
  took_any_ = true;
  for (const FetchedSet& set : result_.sets()) {
    const auto& places = places_.at(set.id);
    for (const FetchedValue& value : result_.Values(set)) {
      // A metric without instances has one value, whatever instance the archive recorded.
      const bool is_singular = places.contains(kSingular);
      const auto [first, last] = places.equal_range(is_singular ? kSingular : value.instance);
      for (auto place = first; place != last; ++place)
        TakeValue(place->second, CellOf(value, (*columns_)[place->second].desc));
    }
  }
}

void Sampler::TakeValue(std::size_t column, Cell value) {
  const Column& taken = (*columns_)[column];
  if (taken.is_rate) return TakeCounter(column, std::move(value));
  if (taken.scale != 1)
    if (const std::optional<double> number = NumberOf(value)) value = *number * taken.scale;
  rows_.back().row.cells[column] = std::move(value);
}

void Sampler::TakeCounter(std::size_t column, Cell value) {
  const Column& taken = (*columns_)[column];
  Last& last = last_[column];
  const Timestamp now = result_.stamp();
  const bool forward = direction_ == Direction::kForward;
  if (last.known && forward) {
    rows_.back().row.cells[column] =
        Rate(taken.desc.type, last.value, value, SecondsBetween(last.stamp, now), taken.scale,
             taken.counters);
  } else if (last.known && last.row >= first_row_) {
    Waiting& later = RowNumber(last.row);
    later.row.cells[column] = Rate(taken.desc.type, value, last.value,
                                   SecondsBetween(now, last.stamp), taken.scale, taken.counters);
    --later.rates;
  }
  if (!forward) ++rows_.back().rates;
  last = {true, now, std::move(value), first_row_ + rows_.size() - 1};
}

// An interruption hides what happened to the counters.
void Sampler::ForgetCounters() {
  for (Last& last : last_) {
    if (last.known && direction_ == Direction::kBackward && last.row >= first_row_)
      --RowNumber(last.row).rates;
    last.known = false;
  }
}

}  // namespace fdr::tools
