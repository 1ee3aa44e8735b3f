// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Puts the file of the font into the program.  The build finds it in Debian's fonts-dejavu-core.

#include "fdr/tools/picture/font.h"

__asm__(
    ".pushsection .rodata\n"
    ".balign 16\n"
    "fdr_font_begin:\n"
    ".incbin \"" FDR_FONT_FILE
    "\"\n"
    "fdr_font_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const std::uint8_t fdr_font_begin[];
extern const std::uint8_t fdr_font_end[];
}

namespace fdr::tools {

std::span<const std::uint8_t> FontFile() { return {fdr_font_begin, fdr_font_end}; }

}  // namespace fdr::tools
