// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/time_column.h"

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <string_view>
#include <utility>

#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

constexpr int kMostDigits = 9;
constexpr std::size_t kLongestClock = 200;

}  // namespace

int DigitsOfStep(std::int64_t step) {
  int digits = 0;
  for (std::int64_t unit = kNanosPerSecond; step % unit != 0; unit /= 10) ++digits;
  return digits;
}

TimeColumn::TimeColumn(Zone zone, std::int64_t step, std::string format)
    : clock_(std::move(zone)), format_(std::move(format)), digits_(DigitsOfStep(step)) {}

void TimeColumn::Consider(Timestamp stamp) {
  if (format_.empty() && has_last_ && stamp.sec == last_.sec && stamp.nsec != last_.nsec)
    while (digits_ < kMostDigits && Clock(stamp) == Clock(last_)) ++digits_;
  has_last_ = true;
  last_ = stamp;
}

std::string TimeColumn::Formatted(Timestamp stamp) {
  std::string format;
  for (std::size_t i = 0; i < format_.size(); ++i) {
    const std::string_view pair = std::string_view(format_).substr(i, 2);
    format += pair == "%f"   ? fmt::format("{:06}", stamp.nsec / 1000)
              : pair == "%%" ? "%%"
                             : std::string(1, format_[i]);
    if (pair == "%f" || pair == "%%") ++i;
  }
  const std::tm time = ToTm(clock_.At(stamp.sec));
  std::array<char, kLongestClock> text;
  return Printable({text.data(), std::strftime(text.data(), text.size(), format.c_str(), &time)});
}

std::string TimeColumn::Clock(Timestamp stamp) {
  if (!format_.empty()) return Formatted(stamp);
  const LocalTime& t = clock_.At(stamp.sec);
  std::string text = fmt::format("{:02}:{:02}:{:02}", t.hour, t.minute, t.second);
  if (digits_ > 0)
    text += fmt::format(".{:09}", stamp.nsec).substr(0, static_cast<std::size_t>(digits_) + 1);
  return text;
}

std::string TimeColumn::Date(Timestamp stamp) {
  const LocalTime& t = clock_.At(stamp.sec);
  return fmt::format("{:04}-{:02}-{:02}", t.year, t.month, t.day);
}

std::string TimeColumn::ZoneName(Timestamp stamp) {
  return std::string(clock_.At(stamp.sec).abbreviation);
}

bool TimeColumn::Turns(Timestamp stamp) {
  const LocalTime& t = clock_.At(stamp.sec);
  if (t.day == day_ && t.month == month_ && t.year == year_ && t.abbreviation == zone_)
    return false;
  year_ = t.year;
  month_ = t.month;
  day_ = t.day;
  zone_ = t.abbreviation;
  return true;
}

}  // namespace fdr::tools
