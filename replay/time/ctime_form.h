// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Dates as ctime(3) writes them; any part may be left out:
//
//     [Day] [Mon] [dd] [hh[:[mm][:[ss[.frac]]]]] [am|pm] [yyyy]          "Sep 10 2:30", "14:",
//     "2001"
//
// With a year, missing parts are the first ones: January, 1, 00:00.  Without a year, the result is
// roughly the first such time from `base` on: only the largest part that is given is compared with
// `base`.

#pragma once

#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/time/mktime.h"

namespace fdr {

/// A local time in the zone of the converter; `base` for an empty text.  The text of an error
/// points at the place that cannot be parsed (caret.h).
Result<Timestamp> ParseCtimeForm(std::string_view text, const Timestamp& base,
                                 LocalToUtc& converter);

}  // namespace fdr
