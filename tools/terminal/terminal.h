// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The size of a terminal, and the characters that it can show.

#pragma once

namespace fdr::tools {

struct TerminalSize {
  int width = 80;
  int height = 24;
};

/// Columns and lines: those of COLUMNS and LINES, otherwise of the terminal, otherwise 80 x 24.
TerminalSize SizeOfTerminal(int fd);

/// Whether the environment's locale (LC_ALL, LC_CTYPE, LANG) has UTF-8.
bool LocaleIsUtf8();

}  // namespace fdr::tools
