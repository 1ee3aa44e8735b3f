// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/fold_rows.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "fdr/replay/statistics/little_amount.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostOfInstance = 3;
// Rates of one event that are counted in two places differ by their rounding.
constexpr double kSameDistance = 0.03, kSameCourse = 0.02;
// Only an archive that was made for it has more rows at one distance.
constexpr std::size_t kMostLookedAt = 100;

bool IsNewsOfDomain(const DiffRow& row) {
  return row.difference.presence != Presence::kBoth && !IsAmount(row.column->desc);
}

// What has one row: a metric, or the states of a domain.
using FoldKey = std::pair<std::string_view, InDomId>;
FoldKey KeyOf(const DiffRow& row) {
  if (IsNewsOfDomain(row)) return {"", row.column->desc.indom};
  return {row.column->metric, {}};
}

void FoldInstances(std::vector<DiffRow>& rows) {
  std::map<FoldKey, std::size_t> firsts;
  std::vector<DiffRow> kept;
  for (DiffRow& row : rows) {
    const auto [first, is_new] = firsts.try_emplace(KeyOf(row), kept.size());
    if (is_new)
      kept.push_back(std::move(row));
    else
      ++kept[first->second].others;
  }
  rows = std::move(kept);
}

double LargerMean(const DiffRow& row) {
  return std::max(std::fabs(row.difference.before), std::fabs(row.difference.after));
}

// Whether two courses are the same but for their units.
bool GoesAlong(const SeriesStatistics* a, double size_of_a, const SeriesStatistics* b,
               double size_of_b) {
  if (a == nullptr || b == nullptr) return a == b;
  for (std::size_t i = 0; i < TimeCells::kCells; ++i) {
    const auto x = a->cells().Mean(i, 1), y = b->cells().Mean(i, 1);
    if (x.has_value() != y.has_value()) return false;
    if (x && !(std::fabs(*x / size_of_a - *y / size_of_b) <= kSameCourse)) return false;
  }
  return true;
}

// Two processes that came and went together are still two.
bool AreTwoInstances(const Column& a, const Column& b) {
  return a.id != kSingular && b.id != kSingular && a.instance != b.instance;
}

bool IsSame(const DiffRow& a, const DiffRow& b) {
  if (AreTwoInstances(*a.column, *b.column)) return false;
  const double x = LargerMean(a), y = LargerMean(b);
  return x > 0 && y > 0 && GoesAlong(a.before, x, b.before, y) && GoesAlong(a.after, x, b.after, y);
}

// Rows that are the same lie at about the same distance.
void FoldSame(std::vector<DiffRow>& rows) {
  std::vector<DiffRow> kept;
  for (DiffRow& row : rows) {
    DiffRow* first = nullptr;
    const std::size_t end = kept.size() - std::min(kept.size(), kMostLookedAt);
    for (std::size_t i = kept.size(); i-- > end && first == nullptr;) {
      if (kept[i].difference.distance - row.difference.distance > kSameDistance) break;
      if (IsSame(kept[i], row)) first = &kept[i];
    }
    if (first != nullptr)
      first->same.push_back(row.column->Name());
    else
      kept.push_back(std::move(row));
  }
  rows = std::move(kept);
}

void FoldMetrics(std::vector<DiffRow>& rows) {
  std::map<std::pair<InDomId, std::string_view>, std::size_t> counts;
  std::erase_if(rows, [&](const DiffRow& row) {
    const Column& column = *row.column;
    return column.id != kSingular &&
           ++counts[{column.desc.indom, column.instance}] > kMostOfInstance;
  });
}

}  // namespace

void FoldRows(std::vector<DiffRow>& rows) {
  FoldInstances(rows);
  FoldSame(rows);
  FoldMetrics(rows);
}

}  // namespace fdr::tools
