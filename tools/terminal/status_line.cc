// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/status_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kBetweenLines = kSecond / 5;
constexpr Nanos kRateOver = 10 * kSecond;

}  // namespace

void ByteRate::Add(Nanos now, std::uint64_t bytes) {
  points_.push_back({now, bytes});
  while (points_.size() > 2 && points_[1].time <= now - kRateOver) points_.pop_front();
}

std::uint64_t ByteRate::PerSecond() const {
  if (points_.empty()) return 0;
  const Nanos time = points_.back().time - points_.front().time;
  if (time < kSecond) return 0;
  const double bytes = static_cast<double>(points_.back().bytes - points_.front().bytes);
  return static_cast<std::uint64_t>(bytes * static_cast<double>(kSecond) /
                                    static_cast<double>(time));
}

std::string StatusText(const RecordingTotals& totals, std::uint64_t bytes_per_second) {
  std::string text =
      fmt::format("{}, {}", Count(totals.samples, "sample"), HumanSize(totals.bytes));
  if (totals.sources > 1) text = fmt::format("{} hosts: {}", totals.sources, text);
  if (bytes_per_second > 0) text += fmt::format(", {}/s", HumanSize(bytes_per_second));
  if (totals.lag >= kSecond)
    text += fmt::format("; {} is {} s late", totals.latest, totals.lag / kSecond);
  return text;
}

StatusLine::StatusLine(bool quiet) : is_on_(!quiet && IsScreen(STDERR_FILENO)) {}

void StatusLine::Show(const RecordingTotals& totals, Nanos now) {
  next_ = now + kBetweenLines;
  rate_.Add(now, totals.bytes);
  std::string text = StatusText(totals, rate_.PerSecond()) + "; Ctrl-C ends";
  if (text == shown_) return;
  shown_ = std::move(text);
  ShowStatus(shown_);
}

void StatusLine::Clear() {
  if (shown_.empty()) return;
  shown_.clear();
  ClearStatus();
}

}  // namespace fdr::tools
