// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/true_extremes.h"

#include <string>
#include <utility>

namespace fdr::tools {
namespace {

// A counter that is shown as it is has no rate.
bool Fits(const Desc& extreme, const Column& of) {
  return IsNumeric(extreme.type) && extreme.semantics == Semantics::kInstant &&
         extreme.indom == of.desc.indom && (of.desc.semantics == Semantics::kCounter) == of.is_rate;
}

// Adds those of the first `count` columns.  Columns of one metric follow one another.
void AddOthers(Context& values, bool is_upper, std::size_t count, std::vector<Column>& columns) {
  std::vector<std::string> names;
  std::vector<std::size_t> name_of(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i == 0 || columns[i].metric != columns[i - 1].metric)
      names.push_back("fdr." + columns[i].metric + (is_upper ? ".max" : ".min"));
    name_of[i] = names.size() - 1;
  }
  const auto found = values.Find(names);
  if (!found) return;
  for (std::size_t i = 0; i < count; ++i) {
    const Result<MetricId>& id = (*found)[name_of[i]];
    if (!id) continue;
    const Result<Desc> desc = values.DescOf(*id);
    if (!desc || !Fits(*desc, columns[i])) continue;
    Column extreme = ColumnOf(names[name_of[i]], *desc, false);
    extreme.id = columns[i].id;
    extreme.instance = columns[i].instance;
    if (!columns[i].is_rate) extreme.scale = columns[i].scale;
    extreme.edge = ColumnEdge{i, is_upper};
    columns.push_back(std::move(extreme));
  }
}

}  // namespace

void AddExtremes(Context& values, std::vector<Column>& columns) {
  const std::size_t count = columns.size();
  for (const bool is_upper : {false, true}) AddOthers(values, is_upper, count, columns);
}

}  // namespace fdr::tools
