// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words for where a series has values, in CSV and JSON.

#pragma once

#include <string_view>

#include "fdr/replay/statistics/series_difference.h"

namespace fdr::tools {

inline std::string_view ToString(Presence presence) {
  switch (presence) {
    case Presence::kAppeared:
      return "appeared";
    case Presence::kGone:
      return "gone";
    case Presence::kBoth:
      break;
  }
  return "both";
}

}  // namespace fdr::tools
