// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Dates as ctime(3) writes them, any part of which may be left out:
//
//     [Day] [Mon] [dd] [hh[:[mm][:[ss[.frac]]]]] [am|pm] [yyyy]          "Sep 10 2:30", "14:",
//     "2001"
//
// With a year, what is missing is the beginning: of the year, of the day.  Without, it is the first
// such time from `base` on, roughly: only the largest part that is given is compared with that of
// `base`.

#pragma once

#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/time/mktime.h"

namespace fdr {

/// A local time of the converter's zone.  Nothing given at all is `base`.  An Error's text points
/// at what cannot be understood (caret.h).
Result<Timestamp> ParseCtimeForm(std::string_view text, const Timestamp& base,
                                 LocalToUtc& converter);

}  // namespace fdr
