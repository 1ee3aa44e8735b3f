// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A picture as SVG: one file that needs no other.  Its text can be selected and searched, and it
// has dark colours where the viewer prefers these.

#pragma once

#include <string>

#include "fdr/tools/picture/picture.h"

namespace fdr::tools {

/// Names may hold any bytes: what XML does not allow becomes a question mark.
std::string SvgOf(const Picture& picture);

}  // namespace fdr::tools
