// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words, numbers and signs of the free form of dates (free_form.h).

#pragma once

#include <cstdint>
#include <string_view>

namespace fdr {

struct FreeFormToken {
  enum class Kind {
    kEnd,
    kNumber,
    kSigned,        ///< a number with a sign
    kMeridian,      ///< value: 0 am, 12 pm
    kMonth,         ///< value: 1 to 12
    kWeekday,       ///< value: 0 (Sunday) to 6
    kZone,          ///< value: minutes west of Greenwich
    kDaylightZone,  ///< the same, an hour ahead of that
    kDst,
    kMonths,   ///< a unit; value: how many months
    kMinutes,  ///< value: how many minutes
    kSeconds,  ///< value: how many seconds
    kSnapped,  ///< as kMinutes, then back to midnight: "yesterday"
    kAgo,
    kSign,  ///< value: a character that stands for itself, ":" "/" ","
    kUnknown,
  };
  Kind kind = Kind::kEnd;
  std::int64_t value = 0;
};

/// Takes the next token from the front of `text`.
FreeFormToken NextFreeFormToken(std::string_view& text);

}  // namespace fdr
