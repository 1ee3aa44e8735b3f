// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/stamp_text.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace fdr::tools {
namespace {

constexpr std::array<std::string_view, 7> kWeekdays = {"Sun", "Mon", "Tue", "Wed",
                                                       "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::size_t kRoom = 64;

void AppendDay(const LocalTime& t, OutputBuffer& out) {
  out.Advance(fmt::format_to(out.Room(kRoom), "{} {} {:2} ",
                             kWeekdays[static_cast<std::size_t>(t.weekday)],
                             kMonths[static_cast<std::size_t>(t.month - 1)], t.day));
}

// Four characters are all that there is room for in the peer's layout.
void AppendYear(const LocalTime& t, OutputBuffer& out) {
  std::array<char, 24> year;
  fmt::format_to(year.data(), "{:4}    ", t.year);
  out.Append(' ').Append(std::string_view(year.data(), 4));
}

void AppendHms(const LocalTime& t, OutputBuffer& out) {
  out.Advance(fmt::format_to(out.Room(kRoom), "{:02}:{:02}:{:02}", t.hour, t.minute, t.second));
}

}  // namespace

void StampText::AppendClock(Timestamp stamp, int digits, OutputBuffer& out) {
  AppendHms(clock_.At(stamp.sec), out);
  const std::int32_t fraction = digits == 6 ? stamp.nsec / 1000 : stamp.nsec;
  out.Advance(fmt::format_to(out.Room(kRoom), ".{:0{}}", fraction, digits));
}

void StampText::AppendDated(Timestamp stamp, int digits, OutputBuffer& out) {
  AppendDay(clock_.At(stamp.sec), out);
  AppendClock(stamp, digits, out);
  AppendYear(clock_.At(stamp.sec), out);
}

void StampText::AppendOffset(Timestamp stamp, int digits, OutputBuffer& out) const {
  Timestamp start = archive_start_;
  if (digits == 6) start.nsec -= start.nsec % 1000;
  const double offset = SecondsBetween(start, stamp);
  out.Advance(fmt::format_to(out.Room(kRoom), " ({:.{}f})", offset, digits));
}

void StampText::Append(Timestamp stamp, OutputBuffer& out) {
  if (detail_ == 0) return AppendClock(stamp, digits_, out);
  AppendDated(stamp, digits_, out);
  if (detail_ >= 2) AppendOffset(stamp, digits_, out);
  if (detail_ >= 3) out.Append(' ').Number(static_cast<std::uint32_t>(stamp.sec));
}

void StampText::AppendInLabel(Timestamp stamp, OutputBuffer& out) {
  AppendDated(stamp, digits_, out);
  if (detail_ >= 3) out.Append(' ').Number(static_cast<std::uint32_t>(stamp.sec));
}

void StampText::AppendOfEvent(Timestamp stamp, bool highres, OutputBuffer& out) {
  if (highres) return AppendClock(stamp, 9, out);
  if (detail_ == 0) return AppendClock(stamp, 6, out);
  AppendDated(stamp, 6, out);
  if (detail_ >= 2) AppendOffset(stamp, 6, out);
}

void StampText::AppendWholeSeconds(Timestamp stamp, OutputBuffer& out) {
  const LocalTime& t = clock_.At(stamp.sec);
  AppendDay(t, out);
  AppendHms(t, out);
  AppendYear(t, out);
}

}  // namespace fdr::tools
