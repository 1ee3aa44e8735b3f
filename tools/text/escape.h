// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a terminal would obey, made visible: control characters, what changes the direction of
// writing, and bytes that are not UTF-8.

#pragma once

#include <string>
#include <string_view>

namespace fdr::tools {

/// Whether a terminal does something with the character instead of only showing it: C0, DEL, C1,
/// separators of lines, and all that changes the direction of writing.
bool IsObeyed(char32_t c);

/// `text`, fit for one line of a terminal: "\x1b" for controls of ASCII, "\u202e" for other
/// characters that are obeyed, "\xff" for bytes that are not UTF-8.
std::string Printable(std::string_view text);

/// The same for lines: ends of lines and tabs stay what they are.
std::string PrintableLines(std::string_view text);

/// The same for lines that have escape sequences of fdr (screen_codes.h) in them, which stay.  All
/// else that is not of fdr went through Printable() or DisplayText() before.
std::string PrintableDrawing(std::string_view text);

}  // namespace fdr::tools
