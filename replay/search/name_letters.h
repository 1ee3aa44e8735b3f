// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a few letters stand for the name of a metric: "kal" for kernel.all.load.

#pragma once

#include <string_view>

namespace fdr {

/// Whether the letters are beginnings of parts of the name, one part behind the other.  A part
/// begins behind a dot or an underscore.
bool HasLetters(std::string_view name, std::string_view letters);

}  // namespace fdr
