// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/true_extremes.h"

#include <string>

namespace fdr::tools {

TrueExtremes::TrueExtremes(Context& values, const std::vector<Column>& columns)
    : columns_(columns) {
  for (const char* ending : {".min", ".max"}) AddOthers(values, ending);
}

// Columns of one metric follow one another.
void TrueExtremes::AddOthers(Context& values, const std::string& ending) {
  std::vector<std::string> names;
  std::vector<std::size_t> name_of(columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i == 0 || columns_[i].metric != columns_[i - 1].metric)
      names.push_back("fdr." + columns_[i].metric + ending);
    name_of[i] = names.size() - 1;
  }
  const auto found = values.Find(names);
  if (!found) return;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Result<MetricId>& id = (*found)[name_of[i]];
    if (!id) continue;
    const Result<Desc> desc = values.DescOf(*id);
    const Column& of = columns_[i];
    const bool fits = desc && IsNumeric(desc->type) && desc->semantics == Semantics::kInstant &&
                      desc->indom == of.desc.indom;
    // A counter that is shown as it is has no rate.
    if (!fits || (of.desc.semantics == Semantics::kCounter) != of.is_rate) continue;
    Column extreme = ColumnOf(names[name_of[i]], *desc, false);
    extreme.id = of.id;
    extreme.instance = of.instance;
    if (!of.is_rate) extreme.scale = of.scale;
    if (all_.empty()) all_ = columns_;
    links_.push_back({i, all_.size()});
    all_.push_back(std::move(extreme));
  }
}

void TrueExtremes::Apply(ColumnStatistics& statistics) const {
  for (const Link& link : links_)
    if (const SeriesStatistics* extremes = statistics.Of(link.extremes))
      statistics.IncludeExtremes(link.of, extremes->min(), extremes->max());
}

}  // namespace fdr::tools
