// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/served.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <utility>

#include "fdr/replay/serve/pmcd/hosted_served_source.h"
#include "fdr/replay/serve/pmcd/live_served_source.h"
#include "fdr/replay/serve/pmcd/server_metrics.h"
#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/tools/live/agents_source.h"
#include "fdr/tools/live/live_source.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/run/steady_clock.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/run/version.h"

namespace fdr::tools {

Served::~Served() {
  if (host != nullptr) host->Disconnect();
  if (hosted != nullptr) hosted->agents().Stop();
}

namespace {

// The source under the names of the user, with the metrics that he derives.
Result<Context*> WithNames(const ServeCommand& command, Context& source, Served& served) {
  const Result<Context*> named = UnderNames(source, command.names, served.named);
  if (!named) return named;
  return WithDerived(**named, command.derive, std::vector<std::string>(), served.derived);
}

OwnMetrics MetricsOfServer(Context& source, Served& served) {
  const auto for_agents =
      std::chrono::duration_cast<std::chrono::seconds>(AgentOptions().request_limit);
  return ServerMetrics(
      {.host = source.HostName(),
       .timezone = source.TimeZone(),
       .version = ShortVersion(),
       .process = static_cast<std::uint64_t>(::getpid()),
       .agent_seconds =
           served.hosted != nullptr ? static_cast<std::uint32_t>(for_agents.count()) : 0},
      served.facts);
}

// The same, with what applications trace.
OwnMetrics MetricsOfMachine(Context& source, Served& served) {
  OwnMetrics own = MetricsOfServer(source, served);
  if (served.traces != nullptr) own.Add(served.traces->Metrics());
  return own;
}

Result<TapeClock> ClockFor(const ServeCommand& command, ArchiveContext& archive, const Zone& zone) {
  const Result<Timestamp> end = LastSampleOf(archive);
  if (!end) return Fail(end.error());
  const Timestamp start = archive.label().start;
  const Result<TimeWindow> window = ParseWindowOptions(
      {.start = command.start},
      {.log_start = start, .log_end = *end, .zone = zone, .now = WallClock().sec});
  if (!window) return Fail(window.error());
  const TapeClock::Now now = SteadyTime();
  const bool from_end = command.reverse && !command.start;
  TapeClock clock(start, *end, from_end ? *end : window->start);
  clock.SetAtEnd(command.at_end == "loop" ? TapeClock::AtEnd::kLoop : TapeClock::AtEnd::kHold);
  clock.SetRate(command.reverse ? -command.rate : command.rate, now);
  if (!command.pause) clock.Play(now);
  return clock;
}

Result<void> OpenArchive(const ServeCommand& command, Served& served) {
  const std::string& name = command.archives.front();
  Result<std::unique_ptr<ArchiveContext>> archive =
      ArchiveContext::Open(name, ContextOptions(command.common, served.damage));
  if (!archive) return Fail(ExplainFile(name, archive.error()));
  served.archive = std::move(*archive);
  const Result<Zone> zone = ChooseZone(command.common.zone, served.archive->label());
  if (!zone) return Fail(zone.error());
  const Result<TapeClock> clock = ClockFor(command, *served.archive, *zone);
  if (!clock) return Fail(clock.error());
  const Result<Context*> values = WithNames(command, *served.archive, served);
  if (!values) return Fail(values.error());
  auto tape = std::make_unique<TapeSource>(
      *served.archive, **values, *clock, TapeOptions{command.stamps == "recorded", *zone, name},
      Clocks{SteadyTime, WallClock}, MetricsOfServer(*served.archive, served));
  served.tape = tape.get();
  served.source = std::move(tape);
  const Timestamp from = served.tape->clock().At(SteadyTime());
  served.what = fmt::format("{} of {}, {}{}", name, served.archive->HostName(),
                            command.pause ? "paused at " : "from ", DateText(from, *zone));
  return {};
}

// The connection to a host lives in the loop of the server.
Result<Context*> OpenHost(const ServeCommand& command, Served& served) {
  const Result<HostSpec> spec = ParseHost(command.hosts.front());
  if (!spec) return Fail(spec.error());
  served.host = std::make_unique<LiveContext>(
      served.loop, *spec, LiveOptionsOfUser(command.common, command.common.quiet));
  if (const Result<void> connected = served.host->Connect(); !connected)
    return Fail(connected.error());
  return served.host.get();
}

Result<Context*> OpenMachine(const ServeCommand& command, Served& served) {
  Result<std::unique_ptr<LocalContext>> machine =
      LocalContext::Open(OptionsOfThisMachine({}, command.common.quiet));
  if (!machine) return Fail(machine.error());
  served.machine = std::move(*machine);
  return served.machine.get();
}

// Metrics that others are derived from may have changed, or exist at last.
void RebindAfter(std::uint32_t changes, Served& served) {
  constexpr std::uint32_t kOtherMetrics = kAgentsAdded | kAgentsRestarted | kNamesChanged;
  if ((changes & kOtherMetrics) != 0 && served.derived) served.derived->Rebind();
}

std::uint32_t TakeChanges(Served& served) {
  const std::uint32_t changes =
      served.host != nullptr ? served.host->TakeChanges() : served.machine->TakeChanges();
  RebindAfter(changes, served);
  return changes;
}

Result<void> OpenLive(const ServeCommand& command, Served& served) {
  const Result<Context*> live =
      !command.hosts.empty() ? OpenHost(command, served) : OpenMachine(command, served);
  if (!live) return Fail(live.error());
  const Result<Context*> values = WithNames(command, **live, served);
  if (!values) return Fail(values.error());
  served.source =
      std::make_unique<LiveServedSource>(**values, MetricsOfMachine(**live, served), WallClock,
                                         [&served] { return TakeChanges(served); });
  served.what = command.hosts.empty() ? "this machine" : command.hosts.front();
  return {};
}

Result<void> OpenHosted(const ServeCommand& command, Served& served) {
  auto hosted = OpenMachineWithAgents(
      command.agents, command.names, served.loop,
      [&served](std::uint32_t changes) {
        RebindAfter(changes, served);
        served.facts.announce(changes);
      },
      command.common.quiet);
  if (!hosted) return Fail(hosted.error());
  served.hosted = std::move(*hosted);
  served.facts.agents = [&served] { return served.hosted->agents().Facts(); };
  served.facts.fence = [&served](std::uint32_t domain, bool fenced) {
    return served.hosted->agents().Fence(domain, fenced);
  };
  Context& machine = served.hosted->context();
  const Result<Context*> values =
      WithDerived(machine, command.derive, std::vector<std::string>(), served.derived);
  if (!values) return Fail(values.error());
  served.source = std::make_unique<HostedServedSource>(
      *served.hosted, **values, MetricsOfMachine(machine, served), WallClock);
  served.what = "this machine, with agents";
  return {};
}

}  // namespace

Result<void> OpenServed(const ServeCommand& command, Served& served) {
  if (!command.archives.empty()) return OpenArchive(command, served);
  if (command.trace) {
    Result<std::unique_ptr<TraceCollector>> traces = TraceCollector::Open(command);
    if (!traces) return Fail(traces.error());
    served.traces = std::move(*traces);
  }
  return command.agents.file ? OpenHosted(command, served) : OpenLive(command, served);
}

}  // namespace fdr::tools
