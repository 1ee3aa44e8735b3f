// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/value_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "fdr/tools/dump/number_text.h"

namespace fdr::tools {
namespace {

// Blocks of old archives have no type: their type is 0, and their bytes are in the order of the
// host that wrote them.
constexpr Type kUntyped = static_cast<Type>(0);

bool StoredAs(Type type, const ValueBlock& block, std::size_t size) {
  return (block.type == type || block.type == kUntyped) && block.payload.size() == size;
}

std::uint32_t Load4(const ValueBlock& block) {
  const std::uint32_t word = LoadU32(block.payload.data());
  return block.type == kUntyped ? __builtin_bswap32(word) : word;
}

std::uint64_t Load8(const ValueBlock& block) {
  const std::uint64_t word = LoadU64(block.payload.data());
  return block.type == kUntyped ? __builtin_bswap64(word) : word;
}

void AppendFloat(float value, OutputBuffer& out) {
  out.Advance(WriteFloat(value, out.Room(kNumberRoom)));
}

void AppendDouble(double value, OutputBuffer& out) {
  out.Advance(WriteDouble(value, out.Room(kNumberRoom)));
}

bool IsPrintable(std::byte b) { return b >= std::byte{0x20} && b <= std::byte{0x7e}; }

void AppendQuoted(std::string_view text, OutputBuffer& out) {
  out.Append('"').Append(text).Append('"');
}

void AppendHex(Bytes bytes, OutputBuffer& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out.Append('[');
  for (const std::byte b : bytes) {
    char* const p = out.Room(2);
    p[0] = kDigits[std::to_integer<std::size_t>(b) >> 4];
    p[1] = kDigits[std::to_integer<std::size_t>(b) & 15];
    out.Advance(p + 2);
  }
  out.Append(']');
}

void AppendUntypedWord(std::uint32_t word, OutputBuffer& out) {
  out.Number(word);
  if (const auto value = std::bit_cast<float>(word); !std::isnan(value)) {
    out.Append(' ');
    AppendFloat(value, out);
  }
  out.Append(" 0x");
  char* const p = out.Room(8);
  out.Advance(std::to_chars(p, p + 8, word, 16).ptr);
}

// Appends bytes of unknown meaning, in the byte order of this host.
void AppendUntypedBytes(Bytes bytes, OutputBuffer& out) {
  if (bytes.size() == sizeof(double)) {
    double value;
    std::memcpy(&value, bytes.data(), sizeof value);
    out.Number(std::bit_cast<std::uint64_t>(value)).Append(' ');
    if (!std::isnan(value)) {
      AppendDouble(value, out);
      out.Append(' ');
    }
  } else if (bytes.size() == sizeof(float)) {
    float value;
    std::memcpy(&value, bytes.data(), sizeof value);
    if (!std::isnan(value)) {
      AppendFloat(value, out);
      out.Append(' ');
    }
  }
  if (std::all_of(bytes.begin(), bytes.end(), IsPrintable)) {
    AppendQuoted(AsText(bytes), out);
    out.Append(' ');
  }
  AppendHex(bytes, out);
}

// How many bytes at the start of a block of this type form a number, stored big-endian.
std::size_t NumberSize(Type type) {
  switch (type) {
    case Type::k64:
    case Type::kU64:
    case Type::kDouble:
      return 8;
    case Type::kFloat:
      return 4;
    default:
      return 0;
  }
}

void AppendUntyped(const ValueBlock& block, OutputBuffer& out) {
  const std::size_t number = NumberSize(block.type);
  if (number == 0 || block.payload.size() < number) return AppendUntypedBytes(block.payload, out);
  std::vector<std::byte> bytes(block.payload.begin(), block.payload.end());
  std::reverse(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(number));
  AppendUntypedBytes(bytes, out);
}

}  // namespace

void AppendInPlace(Type type, std::uint32_t word, OutputBuffer& out) {
  switch (type) {
    case Type::k32:
      out.Number(static_cast<std::int32_t>(word));
      return;
    case Type::kU32:
      out.Number(word);
      return;
    case Type::kFloat:
      return AppendFloat(std::bit_cast<float>(word), out);
    default:
      return AppendUntypedWord(word, out);
  }
}

void AppendBlock(Type type, const ValueBlock& block, OutputBuffer& out) {
  switch (type) {
    case Type::k64:
      if (!StoredAs(type, block, 8)) break;
      out.Number(static_cast<std::int64_t>(Load8(block)));
      return;
    case Type::kU64:
      if (!StoredAs(type, block, 8)) break;
      out.Number(Load8(block));
      return;
    case Type::kFloat:
      if (!StoredAs(type, block, 4)) break;
      return AppendFloat(std::bit_cast<float>(Load4(block)), out);
    case Type::kDouble:
      if (!StoredAs(type, block, 8)) break;
      return AppendDouble(std::bit_cast<double>(Load8(block)), out);
    case Type::kString:
      if (!StoredAs(type, block, block.payload.size())) break;
      return AppendQuoted(UpToNul(AsText(block.payload)), out);
    default:
      break;
  }
  AppendUntyped(block, out);
}

}  // namespace fdr::tools
