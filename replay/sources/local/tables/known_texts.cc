// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/tables/known_texts.h"

#include <optional>

#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {

KnownTexts::KnownTexts() {
  for (const std::span<const MetricGroup> family : AllMetrics())
    for (const MetricGroup& group : family)
      for (const MetricRow& row : group.rows)
        entries_.emplace(group.NameOf(row), Entry{&row, InfoOf(group.grid).file});
}

std::string KnownTexts::Of(std::string_view name, const Desc& desc) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return "";
  const auto& [row, file] = found->second;
  return row->semantics == desc.semantics ? OneLineOf(*row, file) : "";
}

std::function<std::string(std::string_view name, const Desc& desc)> KnownTextsOnDemand() {
  return [known = std::optional<KnownTexts>()](std::string_view name, const Desc& desc) mutable {
    if (!known) known.emplace();
    return known->Of(name, desc);
  };
}

}  // namespace fdr::local
