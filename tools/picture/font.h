// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The font of pictures, DejaVu Sans.  It is part of the program, since a server may have no font.

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace fdr::tools {

/// The file of the font.
std::span<const std::uint8_t> FontFile();

/// The width of a text in UTF-8, in pixels.  A viewer of SVG that has neither this font nor one of
/// the same widths shows narrower letters.
double TextWidth(std::string_view text, double size);

/// The text, cut in the middle if it is wider.
std::string CutToWidth(std::string_view text, double size, double width);

/// How much of a pixel is covered, from 0 to 255.
using CoverPixel = std::function<void(int x, int y, std::uint8_t cover)>;

/// Draws a text from left to right; `x` and `y` are where its base line begins.
void DrawText(std::string_view text, double size, double x, double y, const CoverPixel& cover);

}  // namespace fdr::tools
