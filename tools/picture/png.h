// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A picture as PNG: the colours of white paper, a pixel for each unit of length.

#pragma once

#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/tools/picture/picture.h"

namespace fdr::tools {

/// The bytes of the file.  kInvalidArgument for a picture with more than kMostPixels.
Result<std::string> PngOf(const Picture& picture);

inline constexpr double kMostPixels = 32e6;

}  // namespace fdr::tools
