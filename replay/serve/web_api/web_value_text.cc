// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/web_value_text.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include "fdr/archive/base/byte_order.h"

namespace fdr {
namespace {

template <class... Format>
bool AppendDigits(std::string& out, Format... number) {
  std::array<char, 40> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number...).ptr;
  out.append(digits.data(), end);
  return true;
}

float FloatOf(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

}  // namespace

void AppendInteger(std::int64_t number, std::string& out) { AppendDigits(out, number); }

bool AppendNumberText(Type type, const FetchedValue& value, std::string& out) {
  constexpr int kFloatDigits = 8;
  if (!IsNumeric(type) || OddNumberText(type, value) != nullptr) return false;
  const std::optional<std::uint64_t> bits = value.NumberBits(type);
  if (!bits) return false;
  switch (type) {
    case Type::k32:
      return AppendDigits(out, static_cast<std::int32_t>(*bits));
    case Type::kU32:
      return AppendDigits(out, static_cast<std::uint32_t>(*bits));
    case Type::k64:
      return AppendDigits(out, static_cast<std::int64_t>(*bits));
    case Type::kU64:
      return AppendDigits(out, *bits);
    case Type::kFloat:
      return AppendDigits(out, FloatOf(*bits), std::chars_format::general, kFloatDigits);
    default:
      return AppendDigits(out, std::bit_cast<double>(*bits));
  }
}

std::optional<std::string_view> StringIn(Type type, const FetchedValue& value) {
  const bool is_text =
      type == Type::kString || type == Type::kAggregate || type == Type::kAggregateStatic;
  return is_text ? value.Text() : std::nullopt;
}

const char* OddNumberText(Type type, const FetchedValue& value) {
  if (type != Type::kFloat && type != Type::kDouble) return nullptr;
  const std::optional<std::uint64_t> bits = value.NumberBits(type);
  if (!bits) return nullptr;
  const double number =
      type == Type::kFloat ? static_cast<double>(FloatOf(*bits)) : std::bit_cast<double>(*bits);
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "+Inf" : "-Inf";
  return nullptr;
}

void AppendStampText(Timestamp stamp, std::string& out) {
  constexpr std::size_t kDecimals = 9;
  AppendInteger(stamp.sec, out);
  out += '.';
  const std::size_t begin = out.size();
  AppendInteger(stamp.nsec, out);
  out.insert(begin, kDecimals - (out.size() - begin), '0');
}

}  // namespace fdr
