// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Text from archives for places of a given width.  Without a limit, Printable() of escape.h shows
// more.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fdr::tools {

/// `text` with a question mark for every character that a terminal would not simply show: controls,
/// characters that change the direction of writing, bytes that are not UTF-8.  Without `utf8`, also
/// for all characters beyond ASCII.
std::string DisplayText(std::string_view text, bool utf8);

/// The columns that a DisplayText() takes: 2 for the wide characters of East Asia and emoji,
/// otherwise 1 per character.  Combining characters count, so this may be more than the terminal
/// needs, never less.
int DisplayWidth(std::string_view text);

/// A DisplayText() of at most `width` columns (1 or more).  A longer text is cut in the middle:
/// "disk.dev~1024_sda", or with `utf8` an ellipsis for the tilde.
std::string CutMiddle(std::string_view text, int width, bool utf8);

/// The same, cut at the end: for a line whose beginning matters most.
std::string CutEnd(std::string_view text, int width, bool utf8);

/// Appends a text with blanks behind it, or before it, up to `width` columns.  A wider text stays
/// as it is.
void AppendLeft(std::string_view text, std::size_t width, std::string& out);
void AppendRight(std::string_view text, std::size_t width, std::string& out);

/// "1 record", "2 records".
std::string Count(std::uint64_t n, std::string_view what);

}  // namespace fdr::tools
