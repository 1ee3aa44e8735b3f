// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a few letters stand for the name of a metric: "kal" for kernel.all.load.

#pragma once

#include <string>
#include <string_view>

namespace fdr {

/// ASCII only.
std::string InSmallLetters(std::string_view text);

/// Whether a part of a name (behind a dot or an underscore) begins at this place.
bool BeginsPart(std::string_view name, std::size_t at);

/// Whether the letters are beginnings of parts of the name, one part behind the other.
bool HasLetters(std::string_view name, std::string_view letters);

}  // namespace fdr
