// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Appends fields in the encoding of Protocol Buffers.

#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace fdr {

inline void AppendVarint(std::uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

/// The number of bytes that AppendVarint() adds.
constexpr std::size_t VarintSize(std::uint64_t value) {
  return (static_cast<std::size_t>(std::bit_width(value | 1)) + 6) / 7;
}

inline void AppendIntegerField(std::uint32_t number, std::uint64_t value, std::string& out) {
  AppendVarint(number << 3, out);
  AppendVarint(value, out);
}

/// The head of a text or message with `size` bytes, which the caller appends.
inline void AppendFieldHead(std::uint32_t number, std::size_t size, std::string& out) {
  AppendVarint(number << 3 | 2, out);
  AppendVarint(size, out);
}

inline void AppendTextField(std::uint32_t number, std::string_view text, std::string& out) {
  AppendFieldHead(number, text.size(), out);
  out += text;
}

inline void AppendDoubleField(std::uint32_t number, double value, std::string& out) {
  AppendVarint(number << 3 | 1, out);
  for (std::uint64_t bits = std::bit_cast<std::uint64_t>(value), i = 0; i < 8; ++i, bits >>= 8)
    out += static_cast<char>(bits);
}

}  // namespace fdr
