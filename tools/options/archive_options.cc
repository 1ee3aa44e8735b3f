// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/archive_options.h"

#include "fdr/tools/terminal/summary_bar.h"

namespace fdr::tools {

ReplayOptions ContextOptions(const CommonOptions& common, DamageReport& damage) {
  ReplayOptions options;
  options.rules.counters = kOwnCounterRule;
  options.open.source = SourceOptionsFor(common);
  options.open.metadata_damage = MetadataDamage::kSkip;
  options.open.ignore_features = true;
  options.open.on_problem = damage.Sink();
  options.on_damage = [sink = damage.Sink()](const Problem& problem) {
    if (problem.code != Errc::kOutOfOrder)
      sink(problem);  // the verbs warn of it in their own words
  };
  options.open.on_summary = SummaryBar(common.quiet);
  return options;
}

}  // namespace fdr::tools
