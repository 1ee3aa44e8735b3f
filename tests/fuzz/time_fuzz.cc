// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Times as people type them.  The first byte chooses a zone, and whether the archive has an end;
// then come -S, -T, -A and -O, a line each.

#include <array>
#include <optional>
#include <string>

#include "fdr/replay/time/time_window.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

constexpr Timestamp kStart{1'700'000'000, 123'456'789}, kEnd{1'700'086'400, 0};

const Zone& ZoneNumbered(unsigned number) {
  static const std::array<Zone, 4> zones = {Zone(), Zone::FromTz("CET-1CEST,M3.5.0,M10.5.0/3"),
                                            Zone::FromTz("<-1130>11:30<-1030>,J300/-24,60/167"),
                                            Zone::FromTz("EST5")};
  return zones[number % zones.size()];
}

bool IsNormal(const Timestamp& t) { return t.nsec >= 0 && t.nsec < kNanosPerSecond; }

void ReadInterval(const std::string& text, IntervalRules rules) {
  const auto interval = ParseInterval(text, rules);
  if (!interval) return;
  Require(interval->sec >= 0 && interval->nsec >= 0, "an interval is never negative");
  Require(interval->nsec < kNanosPerSecond + (rules == IntervalRules::kPlain ? 0 : 1),
          "an interval's nanoseconds are less than a second");
}

void ReadWindow(const TimeWindowSpec& spec, const TimeWindowBounds& bounds, IntervalRules rules) {
  const auto window = ParseTimeWindow(spec, bounds, rules);
  if (!window) return;
  Require(IsNormal(window->start) && IsNormal(window->origin), "stamps are normal");
  Require(!window->end || IsNormal(*window->end), "stamps are normal");
  Require(window->start >= bounds.log_start, "a window does not begin before the log");
  Require(!bounds.log_end || (window->end && *window->end <= *bounds.log_end),
          "a window does not end after the log");
  if (window->end && *window->end < window->start) return;
  Require(window->origin >= window->start && !(window->end && window->origin > *window->end),
          "the origin is in the window");
}

void Read(Bytes input) {
  if (input.empty()) return;
  const auto choice = static_cast<unsigned>(input[0]);
  std::string_view rest = AsText(input.subspan(1));
  std::array<std::optional<std::string>, 4> lines;
  for (auto& line : lines) {
    if (rest.empty()) break;
    const std::size_t length = std::min(rest.find('\n'), rest.size());
    if (length > 0) line = rest.substr(0, length);
    rest.remove_prefix(std::min(length + 1, rest.size()));
  }
  const TimeWindowBounds bounds{.log_start = kStart,
                                .log_end = choice & 4 ? std::nullopt : std::optional(kEnd),
                                .zone = ZoneNumbered(choice),
                                .now = kEnd.sec};
  for (const IntervalRules rules :
       {IntervalRules::kPcp, IntervalRules::kPcpMicros, IntervalRules::kPlain}) {
    ReadWindow({lines[0], lines[1], lines[2], lines[3]}, bounds, rules);
    for (const auto& line : lines)
      if (line) ReadInterval(*line, rules);
  }
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::fuzz::Read(fdr::fuzz::Input(data, size));
  return 0;
}
