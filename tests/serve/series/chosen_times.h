// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which of the samples of a series are chosen, if all of them are looked at.

#pragma once

#include <optional>
#include <vector>

#include "fdr/replay/serve/series/sample_choice.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {

/// All times are seconds from At(0).
inline std::vector<double> ChosenTimes(std::optional<double> start, double interval,
                                       const std::vector<double>& samples) {
  SampleChoice choice(start ? std::optional(At(*start)) : std::nullopt,
                      static_cast<std::int64_t>(interval * kNanosPerSecond));
  std::vector<double> chosen;
  double kept = 0;
  for (const double sample : samples) {
    const SampleChoice::Step step = choice.Take(At(sample));
    if (step == SampleChoice::Step::kShow) chosen.push_back(sample);
    if (step == SampleChoice::Step::kShowKept) chosen.push_back(kept);
    kept = sample;
  }
  if (choice.has_kept()) chosen.push_back(kept);
  return chosen;
}

}  // namespace fdr::test
