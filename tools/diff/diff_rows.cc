// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/diff_rows.h"

#include <algorithm>
#include <map>

#include "fdr/replay/statistics/little_amount.h"
#include "fdr/tools/diff/fold_rows.h"

namespace fdr::tools {
namespace {

// Series of one name, by their places among the columns of either side.
struct ColumnPair {
  std::optional<std::size_t> before, after;
};

std::vector<ColumnPair> PairsOf(const Diff& diff) {
  using Key = std::pair<std::string_view, std::string_view>;
  const std::vector<Column>& before = *diff.before.columns;
  const std::vector<Column>& after = *diff.after.columns;
  std::vector<ColumnPair> pairs;
  if (&before == &after) {
    for (std::size_t i = 0; i < before.size(); ++i) pairs.push_back({i, i});
    return pairs;
  }
  std::map<Key, std::size_t> places;
  for (std::size_t i = 0; i < after.size(); ++i) {
    places.emplace(Key{after[i].metric, after[i].instance}, i);
    pairs.push_back({std::nullopt, i});
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto found = places.find({before[i].metric, before[i].instance});
    if (found == places.end())
      pairs.push_back({i, std::nullopt});
    else
      pairs[found->second].before = i;
  }
  return pairs;
}

// The metrics that a window has, even without a value of any of their instances, with one of their
// columns.
std::map<std::string_view, std::size_t> MetricsOf(const DiffSide& side) {
  std::map<std::string_view, std::size_t> metrics;
  for (std::size_t i = 0; i < side.columns->size(); ++i)
    if (side.statistics->HasMetric(i)) metrics.emplace((*side.columns)[i].metric, i);
  return metrics;
}

// `of_metric`: any column of the metric.
SeriesPart PartOf(const DiffSide& side, const std::optional<std::size_t>& column,
                  std::size_t of_metric) {
  const std::uint64_t samples = side.statistics->SamplesOf(of_metric);
  if (!column) return {nullptr, 0, samples};
  return {side.statistics->Of(*column), side.statistics->PresenceOf(*column), samples};
}

class Comparer {
 public:
  explicit Comparer(Diff& diff)
      : diff_(diff), before_(MetricsOf(diff.before)), after_(MetricsOf(diff.after)) {}

  void Compare() {
    NameTheUnpaired();
    for (const ColumnPair& pair : PairsOf(diff_)) Add(pair);
    std::stable_sort(diff_.rows.begin(), diff_.rows.end(), [](const DiffRow& a, const DiffRow& b) {
      return a.difference.distance > b.difference.distance;
    });
  }

 private:
  void NameTheUnpaired() {
    for (const auto& [name, column] : before_) {
      const auto found = after_.find(name);
      if (found == after_.end())
        diff_.only_before.emplace_back(name);
      else if (!IsOfOneKind(column, found->second))
        diff_.other_kind.emplace_back(name);
    }
    for (const auto& [name, column] : after_)
      if (!before_.contains(name)) diff_.only_after.emplace_back(name);
  }

  bool IsOfOneKind(std::size_t before, std::size_t after) const {
    const Column &a = (*diff_.before.columns)[before], &b = (*diff_.after.columns)[after];
    return a.is_rate == b.is_rate && a.units == b.units &&
           a.desc.indom.IsNull() == b.desc.indom.IsNull();
  }

  void Add(const ColumnPair& pair) {
    const Column& column =
        pair.after ? (*diff_.after.columns)[*pair.after] : (*diff_.before.columns)[*pair.before];
    const auto before = before_.find(column.metric), after = after_.find(column.metric);
    if (before == before_.end() || after == after_.end() ||
        !IsOfOneKind(before->second, after->second))
      return;
    const SeriesPart from = PartOf(diff_.before, pair.before, before->second);
    const SeriesPart to = PartOf(diff_.after, pair.after, after->second);
    if (from.statistics == nullptr && to.statistics == nullptr) return;
    ++diff_.series;
    const Desc& desc = column.desc;
    // The scale of a rate is that of the column's units.
    const DifferenceRules rules{.little = LittleOf(desc, column.is_rate),
                                .is_amount = IsAmount(desc),
                                .is_told = desc.semantics == Semantics::kDiscrete};
    const SeriesDifference difference = DifferenceOf(from, to, rules);
    if (!(difference.distance > 0)) return;
    diff_.rows.push_back({.column = &column,
                          .before = from.statistics,
                          .after = to.statistics,
                          .difference = difference,
                          .others = 0,
                          .same = {}});
  }

  Diff& diff_;
  std::map<std::string_view, std::size_t> before_, after_;
};

}  // namespace

void ChooseRows(const RowChoice& choice, Diff& diff) {
  Comparer(diff).Compare();
  diff.different = diff.rows.size();
  diff.processes = FindBusierProcesses(diff.rows);
  diff.cpu = CpuSharesOf(diff);
  if (!choice.all_instances) FoldRows(diff.rows);
  if (choice.top > 0 && diff.rows.size() > choice.top)
    diff.rows.resize(static_cast<std::size_t>(choice.top));
}

}  // namespace fdr::tools
