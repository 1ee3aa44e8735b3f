// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether bytes are UTF-8, and its characters.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fdr {

/// Whether a byte of UTF-8 is not the first one of its character.
constexpr bool ContinuesCharacter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// The length of the well-formed sequence at the start of `text`; 0 if there is none.
std::size_t Utf8Length(std::string_view text);

bool IsUtf8(std::string_view text);

/// The first character, as bytes; one byte if it is not well-formed.  `text` must not be empty.
std::string_view FirstCharacter(std::string_view text);

/// The code point of one well-formed sequence.
char32_t CodePoint(std::string_view sequence);

/// Appends the character; it must be one of Unicode, and no half of a pair.
void AppendUtf8(char32_t character, std::string& out);

/// The text with U+FFFD in place of each byte that is not UTF-8.
std::string RepairedUtf8(std::string_view text);

/// The length of `text` without an incomplete sequence at its end.
std::size_t WholeCharacters(std::string_view text);

}  // namespace fdr
