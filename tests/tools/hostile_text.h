// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Text with all that a terminal would obey, and what of it may reach one: nothing.

#pragma once

#include <string>
#include <vector>

namespace fdr::test {

/// Each of one kind: escape sequences (fdr's own ones, too), controls of ASCII, C1 as UTF-8 and as
/// bytes, what changes the direction of writing, what is not UTF-8.  Neither NUL nor an end of a
/// line nor a tab is in them.
const std::vector<std::string>& HostileTexts();

/// Something of every kind, in less than 64 bytes, none of which is a slash.
std::string HostileName();

/// What is wrong with what a terminal was sent; "" if nothing is.  Sequences that fdr sends stand
/// in `screen_codes.h`.
std::string TroubleOnScreen(const std::string& screen);

}  // namespace fdr::test
