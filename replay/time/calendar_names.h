// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// English names of months and weekdays, for parsing.

#pragma once

#include <string_view>

namespace fdr {

inline constexpr std::string_view kMonthNames[12] = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};

inline constexpr std::string_view kWeekdayNames[7] = {"sunday",   "monday", "tuesday", "wednesday",
                                                      "thursday", "friday", "saturday"};

}  // namespace fdr
