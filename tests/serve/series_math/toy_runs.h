// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs of samples as texts: "0: 1=2.5 2=7" is a sample at At(0) with values of instances 1 and 2.

#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/serve/series/math/sample_run.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {

using ToySample = std::pair<double, std::vector<std::pair<InstanceId, double>>>;

/// The values as numbers of this type.
inline SampleRun ToyRun(Type type, const std::vector<ToySample>& samples) {
  SampleRun run;
  for (const auto& [stamp, values] : samples) {
    run.Begin(At(stamp));
    for (const auto& value : values)
      WithNumberOf(type, [&](auto zero) {
        run.Add(value.first, BitsOf(Converted<decltype(zero)>(value.second)));
      });
  }
  return run;
}

/// One sample a second, without instances.
inline SampleRun ToyLine(Type type, const std::vector<double>& numbers) {
  std::vector<ToySample> samples;
  for (const double number : numbers)
    samples.push_back({static_cast<double>(samples.size()), {{kSingular, number}}});
  return ToyRun(type, samples);
}

/// Samples with semicolons between; values with stamps of their own as "1=2.5@3".
inline std::string TextOf(Type type, const SampleRun& run) {
  std::string text;
  for (const SampleRun::Sample& sample : run.samples) {
    text += fmt::format("{}{:g}:", text.empty() ? "" : "; ", SecondsBetween(At(0), sample.stamp));
    for (std::size_t i = sample.first; i < sample.first + sample.count; ++i) {
      const FetchedValue& value = run.values[i];
      const std::string instance =
          value.instance == kSingular ? "" : fmt::format("{}=", value.instance);
      const double number = WithNumberOf(
          type, [&](auto zero) { return static_cast<double>(NumberIn<decltype(zero)>(value)); });
      text += fmt::format(" {}{:.7g}", instance, number);
      if (!run.stamps.empty()) text += fmt::format("@{:g}", SecondsBetween(At(0), run.stamps[i]));
    }
  }
  return text;
}

}  // namespace fdr::test
