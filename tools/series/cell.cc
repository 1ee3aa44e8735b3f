// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/cell.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "fdr/archive/base/byte_order.h"
#include "fdr/replay/text/json_writer.h"
#include "fdr/replay/values/growth.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

Cell Number(std::uint64_t bits, Type type) {
  switch (type) {
    case Type::k32:
      return std::int64_t{static_cast<std::int32_t>(bits)};
    case Type::kU32:
      return bits & 0xffffffff;
    case Type::k64:
      return static_cast<std::int64_t>(bits);
    case Type::kU64:
      return bits;
    case Type::kFloat:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    default:
      return std::bit_cast<double>(bits);
  }
}

// The reverse of Number().
std::optional<std::uint64_t> BitsIn(const Cell& cell) {
  using Bits = std::optional<std::uint64_t>;
  return std::visit(
      Overloaded{[](const std::monostate&) { return Bits(); },
                 [](const std::string&) { return Bits(); },
                 [](float number) { return Bits(std::bit_cast<std::uint32_t>(number)); },
                 [](double number) { return Bits(std::bit_cast<std::uint64_t>(number)); },
                 [](auto number) { return Bits(static_cast<std::uint64_t>(number)); }},
      cell);
}

template <class Real>
std::string Decimals(Real value) {
  if (!std::isfinite(value)) return fmt::format("{}", value);
  if (std::fabs(value) < 1e9) return fmt::format("{:.3f}", value);
  return fmt::format("{:.6g}", value);
}

}  // namespace

Cell CellOf(const FetchedValue& value, const Desc& desc) {
  if (IsNumeric(desc.type)) {
    const std::optional<std::uint64_t> bits = value.NumberBits(desc.type);
    return bits ? Number(*bits, desc.type) : Cell{};
  }
  if (value.header == 0 || value.IsNumber()) return {};
  if (desc.type == Type::kString) return std::string(value.Text().value_or(""));
  return fmt::format("<{} bytes>", value.size());
}

Cell Rate(Type type, const Cell& earlier, const Cell& later, double seconds, double scale,
          CounterRule rule) {
  const std::optional<std::uint64_t> from = BitsIn(earlier), to = BitsIn(later);
  if (!(seconds > 0) || earlier.index() != later.index() || !from || !to) return {};
  const auto growth = GrowthOf(type, *from, *to, rule);
  return growth ? Cell{growth->by / seconds * scale} : Cell{};
}

std::optional<double> NumberOf(const Cell& cell) {
  return std::visit(
      Overloaded{[](const std::monostate&) { return std::optional<double>(); },
                 [](const std::string&) { return std::optional<double>(); },
                 [](auto number) { return std::optional(static_cast<double>(number)); }},
      cell);
}

std::string ReadableText(const Cell& cell) {
  return std::visit(Overloaded{[](const std::monostate&) { return std::string("-"); },
                               [](const std::string& text) { return Printable(text); },
                               [](float number) { return Decimals(number); },
                               [](double number) { return Decimals(number); },
                               [](auto number) { return fmt::format("{}", number); }},
                    cell);
}

std::string ExactText(const Cell& cell) {
  return std::visit(Overloaded{[](const std::monostate&) { return std::string(); },
                               [](const std::string& text) { return text; },
                               [](auto number) { return fmt::format("{}", number); }},
                    cell);
}

void WriteJson(const Cell& cell, JsonWriter& json) {
  if (const auto* text = std::get_if<std::string>(&cell)) {
    json.String(*text);
  } else if (const auto* number = std::get_if<std::int64_t>(&cell)) {
    json.Int(*number);
  } else if (const auto* large = std::get_if<std::uint64_t>(&cell)) {
    json.UInt(*large);
  } else if (const auto* single = std::get_if<float>(&cell)) {
    json.Float(*single);
  } else if (const auto* real = std::get_if<double>(&cell)) {
    json.Double(*real);
  } else {
    json.Null();
  }
}

}  // namespace fdr::tools
