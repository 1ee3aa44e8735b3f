// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Dates in words and numbers, in any order: "10 sep 2001 3:00pm", "9/10/2001", "yesterday", "1 hour
// ago", "last tuesday 14:00 est", (what getdate does, as many old tools have it; text in
// parentheses is skipped).
//
//     times      2:30  2:30:15  2:30pm  2 pm  2:30-0500
//     dates      9/10[/2001]  2001/9/10  2001-9-10  10-sep-2001  sep 10[, 2001]  10 sep [2001]
//     20010910 weekdays   tuesday  2 tuesday  last tuesday zones      gmt  est  "pst dst" ...
//     relative   [n] year|month|fortnight|week|day|hour|minute|min|second|sec[s] [ago]
//                yesterday  today  tomorrow  now  last|this|next|first|third|...|twelfth UNIT
//
// Note: "next" skips the coming unit: "next hour" is two hours from now.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "fdr/replay/time/zone.h"

namespace fdr {

/// Seconds since the Epoch, or nothing if the text is no date.  Missing parts come from `base`.  A
/// missing time of day is 00:00:00, unless there are only relative items.
std::optional<std::int64_t> ParseFreeForm(std::string_view text, std::int64_t base,
                                          const Zone& zone);

}  // namespace fdr
