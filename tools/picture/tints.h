// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The colours of pictures.

#pragma once

#include <cstdint>

#include "fdr/tools/picture/picture.h"

namespace fdr::tools {

struct Rgb {
  std::uint8_t red = 0, green = 0, blue = 0;
};

enum class Paper { kWhite, kBlack };

/// The colour of a paint.  Series have the same colours on both papers, and on terminals.
Rgb ColorOf(Paint paint, Paper paper);

}  // namespace fdr::tools
