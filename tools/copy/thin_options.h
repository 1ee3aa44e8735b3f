// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options that leave fewer records in the new archive: -t, --statistics,
// --as-recorded.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/replay/copy/thin/recorded_stage.h"
#include "fdr/replay/copy/thin/thin_stage.h"

namespace fdr::tools {

struct ThinOptions {
  std::optional<std::string> interval;
  bool as_recorded = false;
  /// "min,max,mean,rates", or some of them; "rates" alone is all; "" for none.
  std::string statistics = {};

  /// The option without a list: the smallest and the largest value, and the mean.
  static constexpr const char* kUsualStatistics = "true";
};

/// What the options ask for, and its stage.  One thread at a time.
class Thinning {
 public:
  /// kInvalidArgument for unknown statistics, and for an interval that cannot be read, is 0, or
  /// longer than a century.
  static Result<Thinning> Of(const ThinOptions& options);

  /// Nothing is asked for.
  bool empty() const { return interval_ == 0; }
  /// The grid begins there, and not with the first record.
  void SetOrigin(std::optional<Timestamp> origin) { origin_ = origin; }
  /// The number of metrics that are statistics, up to now.
  std::size_t statistics() const { return thin_ == nullptr ? 0 : thin_->statistics(); }
  /// Makes the stage in front of `next`, in place of an earlier one.
  CopySink& Make(CopySink& next);

 private:
  std::int64_t interval_ = 0;
  bool as_recorded_ = false;
  StatisticsWanted statistics_;
  std::optional<Timestamp> origin_;
  std::unique_ptr<CopySink> stage_;
  const ThinStage* thin_ = nullptr;  // the stage, if it computes
};

}  // namespace fdr::tools
