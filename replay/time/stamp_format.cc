// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/stamp_format.h"

#include <algorithm>
#include <charconv>

namespace fdr {
namespace {

constexpr std::string_view kDays = "SunMonTueWedThuFriSat";
constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";

char* Copy(std::string_view text, char* out) { return std::copy(text.begin(), text.end(), out); }

template <std::size_t n>
char* Copy(const std::array<char, n>& text, char* out) {
  return std::copy(text.begin(), text.end(), out);
}

// "00" to "99".
constexpr std::array<char, 200> kPairs = [] {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

char* TwoDigits(int value, char* out) {
  return std::copy_n(&kPairs[static_cast<std::size_t>(value) * 2], 2, out);
}

// As printf's %0*d.
char* Padded(std::int64_t value, int width, char* out) {
  if (value < 0) {
    *out++ = '-';
    --width;
    value = -value;
  }
  char digits[20];
  const char* const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  for (auto length = static_cast<int>(end - digits); length < width; ++length) *out++ = '0';
  return std::copy(static_cast<const char*>(digits), end, out);
}

template <int width>
char* FixedDigits(std::uint32_t value, char* out) {
  int left = width;
  for (; left >= 2; left -= 2, value /= 100)
    TwoDigits(static_cast<int>(value % 100), out + left - 2);
  if (left == 1) *out = static_cast<char>('0' + value);
  return out + width;
}

char* AppendFraction(std::int32_t nsec, Fraction fraction, char* out) {
  if (fraction == Fraction::kNone) return out;
  *out++ = '.';
  const bool micros = fraction == Fraction::kMicros;
  if (nsec < 0 || nsec >= kNanosPerSecond)
    return micros ? Padded(nsec / 1000, 6, out) : Padded(nsec, 9, out);
  const auto nanos = static_cast<std::uint32_t>(nsec);
  return micros ? FixedDigits<6>(nanos / 1000, out) : FixedDigits<9>(nanos, out);
}

}  // namespace

void StampFormatter::FormatDate(const LocalTime& local) {
  date_year_ = local.year;
  date_month_ = local.month;
  date_day_ = local.day;
  char* out = parts_.day.data();
  out = Copy(kDays.substr(static_cast<std::size_t>(local.weekday) * 3, 3), out);
  *out++ = ' ';
  out = Copy(kMonths.substr(static_cast<std::size_t>(local.month - 1) * 3, 3), out);
  *out++ = ' ';
  *out++ = local.day < 10 ? ' ' : static_cast<char>('0' + local.day / 10);
  *out = static_cast<char>('0' + local.day % 10);

  char year[24];
  const char* const year_end = std::to_chars(year, year + sizeof year, local.year).ptr;
  parts_.year.fill(' ');
  std::copy_n(static_cast<const char*>(year), std::min<std::ptrdiff_t>(year_end - year, 4),
              parts_.year.begin());

  out = Padded(local.year, 4, parts_.iso_date.data());
  *out++ = '-';
  out = TwoDigits(local.month, out);
  *out++ = '-';
  out = TwoDigits(local.day, out);
  parts_.iso_date_length = static_cast<std::size_t>(out - parts_.iso_date.data());
}

const StampFormatter::Parts& StampFormatter::PartsOf(std::int64_t sec) {
  if (any_ && sec == sec_) return parts_;
  const LocalTime& local = clock_.At(sec);
  if (local.day != date_day_ || local.month != date_month_ || local.year != date_year_)
    FormatDate(local);
  char* out = TwoDigits(local.hour, parts_.time.data());
  *out++ = ':';
  out = TwoDigits(local.minute, out);
  *out++ = ':';
  TwoDigits(local.second, out);
  if (!any_ || local.utc_offset != utc_offset_) {
    utc_offset_ = local.utc_offset;
    const int minutes = std::abs(utc_offset_) / 60;
    out = parts_.offset.data();
    *out++ = utc_offset_ == 0 ? 'Z' : utc_offset_ < 0 ? '-' : '+';
    if (utc_offset_ != 0) {
      out = TwoDigits(minutes / 60, out);
      *out++ = ':';
      out = TwoDigits(minutes % 60, out);
    }
    parts_.offset_length = static_cast<std::size_t>(out - parts_.offset.data());
  }
  sec_ = sec;
  any_ = true;
  return parts_;
}

char* StampFormatter::Time(const Timestamp& t, Fraction fraction, char* out) {
  out = Copy(PartsOf(t.sec).time, out);
  return AppendFraction(t.nsec, fraction, out);
}

char* StampFormatter::Dated(const Timestamp& t, Fraction fraction, char* out) {
  const Parts& parts = PartsOf(t.sec);
  out = Copy(parts.day, out);
  *out++ = ' ';
  out = Copy(parts.time, out);
  out = AppendFraction(t.nsec, fraction, out);
  *out++ = ' ';
  return Copy(parts.year, out);
}

char* StampFormatter::Rfc3339(const Timestamp& t, Fraction fraction, char* out) {
  const Timestamp normalised =
      t.nsec >= 0 && t.nsec < kNanosPerSecond ? t : Timestamp{t.sec, 0}.Plus(t.nsec);
  const Parts& parts = PartsOf(normalised.sec);
  out = std::copy_n(parts.iso_date.data(), parts.iso_date_length, out);
  *out++ = 'T';
  out = Copy(parts.time, out);
  out = AppendFraction(normalised.nsec, fraction, out);
  return std::copy_n(parts.offset.data(), parts.offset_length, out);
}

}  // namespace fdr
