// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/serve_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <memory>
#include <utility>

#include "fdr/replay/live/collector_change.h"
#include "fdr/replay/serve/pmcd/pmcd_server.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/serve/access_file.h"
#include "fdr/tools/serve/serve_status.h"
#include "fdr/tools/serve/served.h"
#include "fdr/tools/serve/server_sockets.h"
#include "fdr/tools/serve/service_manager.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{250};  // at the archive, the tape and Ctrl-C

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

std::string Greeting(const Served& served, const std::vector<std::string>& places) {
  std::string text = fmt::format("serving {} on {}", served.what, fmt::join(places, ", "));
  if (served.traces != nullptr)
    text += fmt::format("; applications trace at {}", fmt::join(served.traces->places(), ", "));
  return text + "; Ctrl-C ends";
}

// A host that was lost is looked for once a second, while its clients get errors.
void ConnectAgain(LiveContext& host, std::chrono::steady_clock::time_point& next) {
  const auto now = std::chrono::steady_clock::now();
  if (host.IsConnected() || now < next) return;
  next = now + std::chrono::seconds(1);
  host.StartConnect([](const Result<void>&) {});
}

Result<void> ReadFilesAgain(const ServeCommand& command, Served& served, PmcdServer& server) {
  const Result<AccessControl> access = ReadAccess(command.access, command.agents.file);
  if (!access) return Fail(access.error());
  if (served.hosted != nullptr) {
    const Result<MachineWithAgents::Setup> setup = ReadAgents(command.agents, command.names);
    if (!setup) return Fail(setup.error());
    served.hosted->Change(*setup);
    server.Announce(kNamesChanged);
  }
  server.SetAccess(*access);
  if (served.traces != nullptr) served.traces->SetAccess(*access);
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
  while (!Interrupted()) {
    served.loop->RunOneFor(kBetweenLooks);
    if (TakeRequest(Request::kHangup)) Reload(command, served, server);
    if (std::chrono::steady_clock::now() < next_look) continue;
    next_look = std::chrono::steady_clock::now() + kBetweenLooks;
    status.Tick();
    if (served.host != nullptr) ConnectAgain(*served.host, next_connection);
    if (served.tape == nullptr) continue;
    served.tape->Grow();
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
  const Result<void> opened = OpenServed(command, served);
  if (!opened) return fail(opened.error());
  const Result<AccessControl> access = ReadAccess(command.access, command.agents.file);
  if (!access) return fail(access.error());
  Result<std::vector<ListeningSocket>> sockets = OpenSockets(command);
  if (!sockets) return fail(sockets.error());
  CatchInterrupts();
  CatchRequest(Request::kHangup);
  const std::vector<std::string> places = NamesOf(*sockets);
  ServerOptions options{.wall_clock = WallClock, .access = *access, .most_memory = command.memory};
  if (!command.common.quiet) options.log = [](const std::string& line) { PrintError(line); };
  if (served.traces != nullptr)
    served.traces->Start(served.loop, {.access = *access, .log = options.log});
  PmcdServer server(served.loop, std::move(*sockets), *served.source, served.facts,
                    std::move(options));
  WaitForAgents(served);
  if (!command.common.quiet) PrintError(Greeting(served, places));
  ServeStatus status(served.what, places, served.facts, served.tape);
  if (const Result<void> opened_status = status.Open(*served.loop); !opened_status)
    PrintError(opened_status.error());
  NotifyReady();
  Serve(command, served, server, status);
  NotifyStopping();
  return served.damage.status();
}

}  // namespace fdr::tools
