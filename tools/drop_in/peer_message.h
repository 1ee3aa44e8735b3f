// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Messages in the words of PCP's programs, on standard error.

#pragma once

#include <string_view>

namespace fdr::tools {

/// "PROGRAM: TEXT", with a newline behind it.  The text may have several lines.
void PrintPeerMessage(std::string_view program, std::string_view text);
/// "PROGRAM: Error: TEXT".
void PrintPeerError(std::string_view program, std::string_view text);
/// "PROGRAM: Warning: TEXT".
void PrintPeerWarning(std::string_view program, std::string_view text);

}  // namespace fdr::tools
