// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which page a viewer shows first.  An archive may have nothing of what the first pages show, or
// they may need a file that cannot be read.

#pragma once

#include <cstddef>
#include <functional>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

/// What a viewer does to look for the page.
struct PageTrial {
  std::size_t pages = 0;
  std::function<Result<void>(std::size_t page)> begin;  ///< shows the page where it begins
  std::function<bool()> has_values;                     ///< the page that is shown
  /// To the next sample; false at the end.  Empty if the user has chosen the time.
  std::function<bool()> step;
  std::function<void()> go_back;  ///< to where the page began
};

/// Shows the first page that has values.  Without one, it is the last page, which shows every
/// metric: at the first of the next samples with a value, or where it begins.  Fails only if the
/// last page cannot be shown.
Result<void> ShowFirstPage(const PageTrial& trial);

}  // namespace fdr::tools
