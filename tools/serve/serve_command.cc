// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/serve_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

#include "fdr/replay/live/collector_change.h"
#include "fdr/replay/serve/pmcd/hosted_served_source.h"
#include "fdr/replay/serve/pmcd/live_served_source.h"
#include "fdr/replay/serve/pmcd/pmcd_server.h"
#include "fdr/replay/serve/pmcd/server_metrics.h"
#include "fdr/replay/serve/tape/tape_source.h"
#include "fdr/tools/live/live_source.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/run/version.h"
#include "fdr/tools/serve/access_file.h"
#include "fdr/tools/serve/serve_status.h"
#include "fdr/tools/serve/server_sockets.h"
#include "fdr/tools/serve/service_manager.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{250};  // at the archive, the tape and Ctrl-C

TapeClock::Now SteadyNow() { return std::chrono::steady_clock::now().time_since_epoch(); }

// What is served, with everything that it borrows.
struct Served {
  ServerFacts facts;
  std::shared_ptr<EventLoop> loop;
  DamageReport damage;
  std::unique_ptr<ArchiveContext> archive;  // one of these four
  std::unique_ptr<LocalContext> machine;
  std::unique_ptr<MachineWithAgents> hosted;
  std::unique_ptr<LiveContext> host;
  std::optional<NamedContext> named;
  std::optional<DerivedContext> derived;
  std::unique_ptr<ServedSource> source;
  TapeSource* tape = nullptr;  // `source`, if it is an archive
  std::string what;            // for the first message
  std::function<void(std::uint32_t)> announce = [](std::uint32_t) {};

  explicit Served(bool quiet) : damage(quiet) {}
};

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

Result<TapeClock> ClockFor(const ServeCommand& command, ArchiveContext& archive, const Zone& zone) {
  const Result<Timestamp> end = LastSampleOf(archive);
  if (!end) return Fail(end.error());
  const Timestamp start = archive.label().start;
  const Result<TimeWindow> window = ParseWindowOptions(
      {.start = command.start},
      {.log_start = start, .log_end = *end, .zone = zone, .now = WallClock().sec});
  if (!window) return Fail(window.error());
  const TapeClock::Now now = SteadyNow();
  const bool from_end = command.reverse && !command.start;
  TapeClock clock(start, *end, from_end ? *end : window->start);
  clock.SetAtEnd(command.at_end == "loop" ? TapeClock::AtEnd::kLoop : TapeClock::AtEnd::kHold);
  clock.SetRate(command.reverse ? -command.rate : command.rate, now);
  if (!command.pause) clock.Play(now);
  return clock;
}

Result<void> OpenArchive(const ServeCommand& command, Served& served) {
  Result<std::unique_ptr<ArchiveContext>> archive =
      ArchiveContext::Open(command.archive, ContextOptions(command.common, served.damage));
  if (!archive) return Fail(ExplainFile(command.archive, archive.error()));
  served.archive = std::move(*archive);
  const Result<Zone> zone = ChooseZone(command.common.zone, served.archive->label());
  if (!zone) return Fail(zone.error());
  const Result<TapeClock> clock = ClockFor(command, *served.archive, *zone);
  if (!clock) return Fail(clock.error());
  const Result<Context*> values = WithNames(command, *served.archive, served);
  if (!values) return Fail(values.error());
  auto tape = std::make_unique<TapeSource>(
      *served.archive, **values, *clock,
      TapeOptions{command.stamps == "recorded", *zone, command.archive},
      Clocks{SteadyNow, WallClock}, MetricsOfServer(*served.archive, served));
  served.tape = tape.get();
  served.source = std::move(tape);
  const Timestamp from = served.tape->clock().At(SteadyNow());
  served.what = fmt::format("{} of {}, {}{}", command.archive, served.archive->HostName(),
                            command.pause ? "paused at " : "from ", DateText(from, *zone));
  return {};
}

// The connection to a host lives in the loop of the server.
Result<Context*> OpenHost(const ServeCommand& command, Served& served) {
  const Result<HostSpec> spec = ParseHost(*command.host);
  if (!spec) return Fail(spec.error());
  served.host = std::make_unique<LiveContext>(
      served.loop, *spec, LiveOptionsOfUser(command.common, command.common.quiet));
  if (const Result<void> connected = served.host->Connect(); !connected)
    return Fail(connected.error());
  return served.host.get();
}

Result<Context*> OpenMachine(Served& served) {
  Result<std::unique_ptr<LocalContext>> machine = OpenThisMachine();
  if (!machine) return Fail(machine.error());
  served.machine = std::move(*machine);
  return served.machine.get();
}

Result<void> OpenLive(const ServeCommand& command, Served& served) {
  const Result<Context*> live = command.host ? OpenHost(command, served) : OpenMachine(served);
  if (!live) return Fail(live.error());
  const Result<Context*> values = WithNames(command, **live, served);
  if (!values) return Fail(values.error());
  served.source =
      std::make_unique<LiveServedSource>(**values, MetricsOfServer(**live, served), WallClock);
  served.what = command.host.value_or("this machine");
  return {};
}

Result<void> OpenHosted(const ServeCommand& command, Served& served) {
  auto hosted = OpenMachineWithAgents(
      command.agents, command.names, served.loop,
      [&served](std::uint32_t changes) { served.announce(changes); }, command.common.quiet);
  if (!hosted) return Fail(hosted.error());
  served.hosted = std::move(*hosted);
  served.facts.agents = [&served] { return served.hosted->agents().Facts(); };
  Context& machine = served.hosted->context();
  const Result<Context*> values =
      WithDerived(machine, command.derive, std::vector<std::string>(), served.derived);
  if (!values) return Fail(values.error());
  served.source = std::make_unique<HostedServedSource>(*served.hosted, **values,
                                                       MetricsOfServer(machine, served), WallClock);
  served.what = "this machine, with agents";
  return {};
}

Result<void> Open(const ServeCommand& command, Served& served) {
  if (!command.archive.empty()) return OpenArchive(command, served);
  return command.agents.file ? OpenHosted(command, served) : OpenLive(command, served);
}

// Clients are served meanwhile.
void WaitForAgents(Served& served) {
  if (served.hosted == nullptr) return;
  while (served.hosted->agents().AreStarting() && !Interrupted())
    served.loop->RunOneFor(kBetweenLooks);
}

std::vector<std::string> NamesOf(const std::vector<ListeningSocket>& sockets) {
  std::vector<std::string> names;
  for (const ListeningSocket& socket : sockets) names.push_back(socket.name());
  return names;
}

// A host that was lost is looked for once a second, while its clients get errors.
void ConnectAgain(LiveContext& host, std::chrono::steady_clock::time_point& next) {
  const auto now = std::chrono::steady_clock::now();
  if (host.IsConnected() || now < next) return;
  next = now + std::chrono::seconds(1);
  host.StartConnect([](const Result<void>&) {});
}

Result<void> ReadFilesAgain(const ServeCommand& command, Served& served, PmcdServer& server) {
  Result<AccessControl> access = ReadAccess(command.access, command.agents.file);
  if (!access) return Fail(access.error());
  if (served.hosted != nullptr) {
    const Result<MachineWithAgents::Setup> setup = ReadAgents(command.agents, command.names);
    if (!setup) return Fail(setup.error());
    served.hosted->Change(*setup);
    server.Announce(kNamesChanged);
  }
  server.SetAccess(std::move(*access));
  return {};
}

// What is wrong in a file now leaves everything as it was.
void Reload(const ServeCommand& command, Served& served, PmcdServer& server) {
  NotifyReloading();
  if (const Result<void> read = ReadFilesAgain(command, served, server); !read)
    PrintError(read.error());
  NotifyReady();
}

// Until Ctrl-C, or the end of the tape.
void Serve(const ServeCommand& command, Served& served, PmcdServer& server, ServeStatus& status) {
  auto next_look = std::chrono::steady_clock::now(), next_connection = next_look;
  std::uint64_t jumps = served.tape != nullptr ? served.tape->jumps() : 0;
  while (!Interrupted()) {
    served.loop->RunOneFor(kBetweenLooks);
    if (TakeRequest(Request::kHangup)) Reload(command, served, server);
    if (std::chrono::steady_clock::now() < next_look) continue;
    next_look = std::chrono::steady_clock::now() + kBetweenLooks;
    status.Tick();
    if (served.host != nullptr) ConnectAgain(*served.host, next_connection);
    if (served.tape == nullptr) continue;
    served.tape->Grow();
    // Counters do not go on from the values before.
    if (std::exchange(jumps, served.tape->jumps()) != served.tape->jumps())
      server.Announce(kAgentsRestarted);
    if (command.at_end == "end" && served.tape->clock().IsOver(SteadyNow())) break;
  }
}

}  // namespace

int Run(const ServeCommand& command) {
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  };
  Served served(command.common.quiet);
  Result<std::shared_ptr<EventLoop>> loop = EventLoop::Make();
  if (!loop) return fail(loop.error());
  served.loop = std::move(*loop);
  const Result<void> opened = Open(command, served);
  if (!opened) return fail(opened.error());
  Result<AccessControl> access = ReadAccess(command.access, command.agents.file);
  if (!access) return fail(access.error());
  Result<std::vector<ListeningSocket>> sockets = OpenSockets(command);
  if (!sockets) return fail(sockets.error());
  CatchInterrupts();
  CatchRequest(Request::kHangup);
  const std::vector<std::string> places = NamesOf(*sockets);
  ServerOptions options{
      .wall_clock = WallClock, .access = std::move(*access), .most_memory = command.memory};
  if (!command.common.quiet) options.log = [](const std::string& line) { PrintError(line); };
  PmcdServer server(served.loop, std::move(*sockets), *served.source, served.facts,
                    std::move(options));
  served.announce = [&server](std::uint32_t changes) { server.Announce(changes); };
  WaitForAgents(served);
  if (!command.common.quiet)
    PrintError(fmt::format("serving {} on {}; Ctrl-C ends", served.what, fmt::join(places, ", ")));
  ServeStatus status(served.what, places, served.facts, served.tape);
  if (const Result<void> opened_status = status.Open(*served.loop); !opened_status)
    PrintError(opened_status.error());
  NotifyReady();
  Serve(command, served, server, status);
  NotifyStopping();
  served.announce = [](std::uint32_t) {};
  return served.damage.status();
}

}  // namespace fdr::tools
