// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `--shift random`: hides when something was recorded.

#pragma once

#include <string>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

inline constexpr const char* kRandomShift = "random";

/// A number of whole weeks into the past, between one year and ten, as --shift takes it.  So the
/// days of the week and the times of the day stay.
Result<std::string> RandomShift();

}  // namespace fdr::tools
