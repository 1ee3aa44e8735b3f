// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/number_text.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace fdr::tools {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int kMantissaBits = 52;
constexpr int kExponentBias = 1023;

template <class Integer, std::size_t kCount>
constexpr std::array<Integer, kCount> Powers(Integer base) {
  std::array<Integer, kCount> powers{};
  powers[0] = 1;
  for (std::size_t i = 1; i < kCount; ++i) powers[i] = powers[i - 1] * base;
  return powers;
}
constexpr auto kPowersOf5 = Powers<std::uint64_t, 20>(5);
constexpr auto kPowersOf10 = Powers<std::uint64_t, 20>(10);

// The integer nearest to value * 10^power, ties to even, exact by integer arithmetic. 0 <= power <=
// 19, and the result is less than 2^64.
std::uint64_t Scaled(std::uint64_t mantissa, int exponent, int power) {
  const Wide product = Wide{mantissa} * kPowersOf5[static_cast<std::size_t>(power)];
  const int shift = -(exponent + power);  // of the binary point, to the left
  if (shift <= 0) return static_cast<std::uint64_t>(product << -shift);
  const auto whole = static_cast<std::uint64_t>(product >> shift);
  const Wide rest = product - (Wide{whole} << shift);
  const Wide half = Wide{1} << (shift - 1);
  return whole + (rest > half || (rest == half && (whole & 1) != 0) ? 1 : 0);
}

template <std::uint64_t kUnit, int kZeros>
void DropZeros(std::uint64_t& fraction, int& decimals) {
  if (fraction % kUnit != 0) return;
  fraction /= kUnit;
  decimals -= kZeros;
}

// `fraction` / 10^decimals, without zeros at the end; not 0.
char* WriteFraction(std::uint64_t fraction, int decimals, char* out) {
  DropZeros<100'000'000, 8>(fraction, decimals);
  DropZeros<10'000, 4>(fraction, decimals);
  DropZeros<100, 2>(fraction, decimals);
  DropZeros<10, 1>(fraction, decimals);
  *out++ = '.';
  for (int i = decimals; i-- > 0; fraction /= 10) out[i] = static_cast<char>('0' + fraction % 10);
  return out + decimals;
}

// Numbers of usual size, nearly all there are, which %g writes without an exponent.  Returns
// nullptr for other numbers.
template <int kPrecision>
char* WriteUsual(double value, char* out) {
  constexpr double kSmallest = 1e-3;
  constexpr std::uint64_t kLimit = kPowersOf10[kPrecision];
  const double magnitude = std::fabs(value);
  if (!(magnitude >= kSmallest && magnitude < static_cast<double>(kLimit))) return nullptr;
  if (value < 0) *out++ = '-';
  auto whole = static_cast<std::uint64_t>(magnitude);
  if (static_cast<double>(whole) == magnitude)
    return std::to_chars(out, out + kNumberRoom, whole).ptr;

  const auto bits = std::bit_cast<std::uint64_t>(magnitude);
  constexpr std::uint64_t kHiddenBit = std::uint64_t{1} << kMantissaBits;
  const std::uint64_t mantissa = (bits & (kHiddenBit - 1)) | kHiddenBit;
  const int log2 = static_cast<int>(bits >> kMantissaBits) - kExponentBias;
  // The decimal logarithm may be one more: 1233 / 4096 is just below log10(2).
  const int log10 = log2 * 1233 >> 12;
  int decimals = kPrecision - 1 - log10;
  std::uint64_t digits = Scaled(mantissa, log2 - kMantissaBits, decimals);
  if (digits >= kLimit && decimals > 0) digits = Scaled(mantissa, log2 - kMantissaBits, --decimals);
  if (digits >= kLimit && decimals == 0) return nullptr;  // rounded up: %g writes an exponent

  const std::uint64_t unit = kPowersOf10[static_cast<std::size_t>(decimals)];
  std::uint64_t fraction = digits - whole * unit;
  if (fraction == unit) {  // rounded up
    ++whole;
    fraction = 0;
  }
  out = std::to_chars(out, out + kNumberRoom, whole).ptr;
  return fraction == 0 ? out : WriteFraction(fraction, decimals, out);
}

template <int kPrecision>
char* WriteGeneral(double value, char* out) {
  if (char* const end = WriteUsual<kPrecision>(value, out)) return end;
  if (std::bit_cast<std::uint64_t>(value) == 0) {
    *out = '0';
    return out + 1;
  }
  return std::to_chars(out, out + kNumberRoom, value, std::chars_format::general, kPrecision).ptr;
}

}  // namespace

char* WriteFloat(float value, char* out) { return WriteGeneral<8>(value, out); }

char* WriteDouble(double value, char* out) { return WriteGeneral<16>(value, out); }

}  // namespace fdr::tools
