// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/peer_window.h"

#include <ctime>
#include <utility>

#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {

PeerComplaint TakePeerWindow(char letter, const char* argument, WindowOptions& options) {
  switch (letter) {
    case 'A':
      options.times.align = argument;
      return {};
    case 'S':
      options.times.start = argument;
      return {};
    case 'T':
      options.times.finish = argument;
      return {};
    case 'Z':
      options.zone = argument;
      break;
    default:
      options.archive_zone = true;
  }
  if (!options.zone || !options.archive_zone) return {};
  return "at most one of -Z and/or -z allowed";
}

std::optional<Zone> PeerZone(const char* program, const WindowOptions& options,
                             const LabelRecord& label) {
  if (!WriteOutput(ZoneNote(options, label))) return std::nullopt;
  Result<Zone> zone = ZoneOf(options, CommonOptions{.quiet = true}, label);
  if (!zone) PrintPeerError(program, zone.error().what);
  return zone ? std::optional(std::move(*zone)) : std::nullopt;
}

std::optional<TimeWindow> PeerWindow(const char* program, const WindowOptions& options,
                                     const Zone& zone, Timestamp start, Timestamp end) {
  const Result<TimeWindow> window = ParseTimeWindow(
      options.times, {.log_start = start, .log_end = end, .zone = zone, .now = std::time(nullptr)},
      IntervalRules::kPcp);
  if (window) return *window;
  PrintPeerMessage(program, "Invalid time window specified: " + window.error().what);
  return std::nullopt;
}

}  // namespace fdr::tools
