// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/trace_collector.h"

#include <utility>

#include "fdr/replay/time/interval.h"
#include "fdr/replay/units/units_parser.h"
#include "fdr/tools/run/steady_clock.h"
#include "fdr/tools/serve/server_sockets.h"
#include "fdr/tools/serve/socket_place.h"

namespace fdr::tools {
namespace {

constexpr const char* kIfTracePortInUse =
    "another collector of traces listens there; --trace=PORT chooses another port, and "
    "PCP_TRACE_PORT names it to applications";

Result<TracePeriod> ParsePeriod(const ServeCommand& command) {
  constexpr std::int64_t kShortest = 1, kLongest = 86400;
  const Result<Interval> length = ParseInterval(command.trace_period, IntervalRules::kPlain);
  if (!length) return Fail(Errc::kInvalidArgument, "--trace-period: " + length.error().what);
  if (length->sec < kShortest || length->sec > kLongest)
    return Fail(Errc::kInvalidArgument, "--trace-period: expected 1 second to 1 day");
  return TracePeriod{std::chrono::seconds(length->sec) + std::chrono::nanoseconds(length->nsec),
                     command.trace_buckets};
}

Result<Units> ParseTraceUnits(const std::string& text) {
  if (text.empty()) return Units{};
  const auto parsed = ParseUnits(text);
  if (!parsed) return Fail(Errc::kInvalidArgument, "--trace-units: " + std::string(parsed.error()));
  if (parsed->multiplier != 1)
    return Fail(Errc::kInvalidArgument, "--trace-units: \"" + text + "\" has a number");
  return parsed->units;
}

}  // namespace

Result<std::unique_ptr<TraceCollector>> TraceCollector::Open(const ServeCommand& command) {
  const Result<SocketPlace> place = ParseSocketPlace(*command.trace, "--trace", "4323");
  if (!place) return Fail(place.error());
  const Result<TracePeriod> period = ParsePeriod(command);
  if (!period) return Fail(period.error());
  const Result<Units> units = ParseTraceUnits(command.trace_units);
  if (!units) return Fail(units.error());
  std::vector<ListeningSocket> sockets;
  const Result<void> opened =
      OpenAddresses(place->addresses, {place->port}, kIfTracePortInUse, sockets);
  if (!opened) return Fail(opened.error());
  return std::unique_ptr<TraceCollector>(new TraceCollector(*period, *units, std::move(sockets)));
}

TraceCollector::TraceCollector(TracePeriod period, Units units,
                               std::vector<ListeningSocket> sockets)
    : facts_(period, SteadyTime), sockets_(std::move(sockets)) {
  for (const ListeningSocket& socket : sockets_) places_.push_back(socket.name());
  facts_.port = sockets_.front().port();
  facts_.units = units;
}

void TraceCollector::Start(std::shared_ptr<EventLoop> loop, TraceServerOptions options) {
  server_ = std::make_unique<TraceServer>(std::move(loop), std::move(sockets_), facts_,
                                          std::move(options));
}

}  // namespace fdr::tools
