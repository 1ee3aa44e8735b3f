// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/stamp_printer.h"

#include <fmt/format.h>

namespace fdr::tools {
namespace {

constexpr int kMicroDigits = 6;
// A stamp of any 64-bit number of seconds, in whole digits.
constexpr std::size_t kOffsetRoom = 64;

Fraction FractionOf(int digits) {
  return digits == kMicroDigits ? Fraction::kMicros : Fraction::kNanos;
}

}  // namespace

void StampPrinter::AppendClock(Timestamp stamp, int digits, OutputBuffer& out) {
  out.Advance(formatter_.Time(stamp, FractionOf(digits), out.Room(kLongestStamp)));
}

void StampPrinter::AppendDated(Timestamp stamp, int digits, OutputBuffer& out) {
  out.Advance(formatter_.Dated(stamp, FractionOf(digits), out.Room(kLongestStamp)));
}

void StampPrinter::AppendOffset(Timestamp stamp, int digits, OutputBuffer& out) const {
  Timestamp start = archive_start_;
  if (digits == kMicroDigits) start.nsec -= start.nsec % 1000;
  const double offset = SecondsBetween(start, stamp);
  out.Advance(fmt::format_to(out.Room(kOffsetRoom), " ({:.{}f})", offset, digits));
}

void StampPrinter::AppendSinceEpoch(Timestamp stamp, OutputBuffer& out) const {
  if (detail_ >= 3) out.Append(' ').Number(static_cast<std::uint32_t>(stamp.sec));
}

void StampPrinter::Append(Timestamp stamp, OutputBuffer& out) {
  if (detail_ == 0) return AppendClock(stamp, digits_, out);
  AppendDated(stamp, digits_, out);
  if (detail_ >= 2) AppendOffset(stamp, digits_, out);
  AppendSinceEpoch(stamp, out);
}

void StampPrinter::AppendInLabel(Timestamp stamp, OutputBuffer& out) {
  AppendDated(stamp, digits_, out);
  AppendSinceEpoch(stamp, out);
}

void StampPrinter::AppendOfEvent(Timestamp stamp, bool highres, OutputBuffer& out) {
  if (highres) return AppendClock(stamp, 9, out);
  if (detail_ == 0) return AppendClock(stamp, kMicroDigits, out);
  AppendDated(stamp, kMicroDigits, out);
  if (detail_ >= 2) AppendOffset(stamp, kMicroDigits, out);
}

void StampPrinter::AppendWholeSeconds(Timestamp stamp, OutputBuffer& out) {
  out.Advance(formatter_.Dated(stamp, Fraction::kNone, out.Room(kLongestStamp)));
}

}  // namespace fdr::tools
