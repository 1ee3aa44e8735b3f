// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Why a stretch ends, in words for programs.

#pragma once

#include "fdr/replay/search/stretch.h"

namespace fdr::tools {

inline const char* EndsBy(StretchEnd why) {
  switch (why) {
    case StretchEnd::kCondition:
      return "condition";
    case StretchEnd::kGap:
      return "gap";
    case StretchEnd::kWindow:
      break;
  }
  return "window";
}

}  // namespace fdr::tools
