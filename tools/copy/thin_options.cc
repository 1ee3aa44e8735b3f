// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/thin_options.h"

#include "fdr/tools/run/time_text.h"

namespace fdr::tools {

Result<Thinning> Thinning::Of(const ThinOptions& options) {
  Thinning thinning;
  if (!options.interval) return thinning;
  const Result<std::int64_t> interval = ParseStep(options.interval);
  if (!interval) return Fail(interval.error());
  if (*interval > kLongestThinInterval)
    return Fail(Errc::kInvalidArgument, "-t: The interval must not be longer than a century");
  thinning.interval_ = *interval;
  thinning.as_recorded_ = options.as_recorded;
  return thinning;
}

CopySink& Thinning::Make(CopySink& next) {
  if (as_recorded_)
    stage_ = std::make_unique<RecordedStage>(
        RecordedStage::Options{.interval = interval_, .origin = origin_}, next);
  else
    stage_ = std::make_unique<ThinStage>(
        ThinStage::Options{.interval = interval_, .origin = origin_}, next);
  return *stage_;
}

}  // namespace fdr::tools
