// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// In which units a report shows a metric.  The rules are those of pmrep, as observed with 6.0.3:
//
//   a counter of msec              965 ms per second, as "millisec / sec"
//   ..., unit s                    0.965: the counter in seconds, per second
//   ..., unit min/h, ms/s, ...     its rate in such units
//   a counter of bytes, unit KB    KB per second
//   a gauge of KB, unit 2 MB       in such units
//   a gauge of KB, unit MB/s       its growth

#pragma once

#include <string>

#include "fdr/archive/record/desc_record.h"
#include "fdr/replay/reports/report.h"

namespace fdr {

struct ReportScale {
  bool is_rate = false;  ///< growth per second is shown
  double factor = 1;     ///< from values, or their growth per second, to what is shown
  Units units;           ///< of what is shown
  std::string written;   ///< if `units` cannot express it: "2 Mbyte", "millisec / sec"
};

/// kInvalidArgument if the report asks for a unit that this metric cannot have.
Result<ReportScale> ScaleOf(const Desc& desc, const ReportMetric& metric,
                            const ReportOptions& options);

/// The decimals of numbers that are not whole.
int DecimalsOf(const ReportMetric& metric, const ReportOptions& options);

}  // namespace fdr
