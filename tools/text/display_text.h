// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Text from archives for places of a given width.  Where there is room for it, Printable() of
// escape.h tells more.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fdr::tools {

/// `text` with a question mark for every character that a terminal would not simply show: controls,
/// what changes the direction of writing, what is not UTF-8; without `utf8` all that is not ASCII.
std::string DisplayText(std::string_view text, bool utf8);

/// Columns that a DisplayText() takes: 2 for the wide characters of East Asia and emoji, else 1.
/// Combining characters count as well, so it may be more than the terminal needs, never less.
int DisplayWidth(std::string_view text);

/// A DisplayText() that takes at most `width` columns (1 or more), cut in the middle where it is
/// too long: "disk.dev~1024_sda" with an ellipsis for the tilde, as `utf8` has one.
std::string CutMiddle(std::string_view text, int width, bool utf8);

/// "1 record", "2 records".
std::string Count(std::uint64_t n, std::string_view what);

}  // namespace fdr::tools
