// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/thin_options.h"

#include <fmt/format.h>

#include <sstream>

#include "fdr/tools/run/time_text.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

constexpr StatisticsWanted kUsual{.min = true, .max = true, .mean = true};

Result<StatisticsWanted> StatisticsIn(const std::string& list) {
  if (list == ThinOptions::kUsualStatistics) return kUsual;
  StatisticsWanted wanted;
  std::istringstream in(list);
  for (std::string word; std::getline(in, word, ',');) {
    if (word == "min")
      wanted.min = true;
    else if (word == "max")
      wanted.max = true;
    else if (word == "mean")
      wanted.mean = true;
    else if (word == "rates")
      wanted.rates = true;
    else
      return Fail(
          Errc::kInvalidArgument,
          fmt::format("--statistics: \"{}\" is unknown: expected some of min, max, mean and "
                      "rates, as in --statistics=max,mean",
                      Printable(word)));
  }
  // The word adds, and takes nothing away.
  if (wanted.rates && !wanted.min && !wanted.max && !wanted.mean) {
    wanted = kUsual;
    wanted.rates = true;
  }
  return wanted;
}

}  // namespace

Result<Thinning> Thinning::Of(const ThinOptions& options) {
  Thinning thinning;
  if (!options.interval) return thinning;
  const Result<std::int64_t> interval = ParseStep(options.interval);
  if (!interval) return Fail(interval.error());
  if (*interval > kLongestThinInterval)
    return Fail(Errc::kInvalidArgument, "-t: The interval must not be longer than a century");
  thinning.interval_ = *interval;
  thinning.as_recorded_ = options.as_recorded;
  const Result<StatisticsWanted> statistics = StatisticsIn(options.statistics);
  if (!statistics) return Fail(statistics.error());
  thinning.statistics_ = *statistics;
  return thinning;
}

CopySink& Thinning::Make(CopySink& next) {
  thin_ = nullptr;
  if (as_recorded_) {
    stage_ = std::make_unique<RecordedStage>(
        RecordedStage::Options{.interval = interval_, .origin = origin_}, next);
    return *stage_;
  }
  auto stage = std::make_unique<ThinStage>(
      ThinStage::Options{.interval = interval_, .origin = origin_, .statistics = statistics_},
      next);
  thin_ = stage.get();
  stage_ = std::move(stage);
  return *stage_;
}

}  // namespace fdr::tools
