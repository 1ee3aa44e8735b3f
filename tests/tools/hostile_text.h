// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Texts with everything that a terminal would obey.  None of it may reach a terminal.

#pragma once

#include <string>
#include <vector>

namespace fdr::test {

/// One text of each kind: escape sequences (also fdr's own), ASCII controls, C1 controls as UTF-8
/// and as bytes, characters that change the direction of writing, invalid UTF-8.  No text has a
/// NUL, a newline or a tab.
const std::vector<std::string>& HostileTexts();

/// Something of every kind, in less than 64 bytes and without a slash.
std::string HostileName();

/// Describes the first harmful part of the text that a terminal was sent; "" if there is none.  The
/// sequences that fdr may send are in `screen_codes.h`.
std::string TroubleOnScreen(const std::string& screen);

}  // namespace fdr::test
