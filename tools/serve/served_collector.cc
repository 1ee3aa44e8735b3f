// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/served_collector.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/steady_clock.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/serve/access_file.h"
#include "fdr/tools/serve/server_sockets.h"
#include "fdr/tools/serve/socket_place.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {

Result<std::unique_ptr<ServedCollector>> ServedCollector::Open(const ServeCommand& command,
                                                               std::shared_ptr<EventLoop> loop) {
  if (command.archives.size() > 1)
    return Fail(Errc::kInvalidArgument,
                "One archive is played at a time: a list, such as a,b, or a directory makes "
                "several of one host one; --http serves any number");
  if (command.hosts.size() > 1)
    return Fail(Errc::kInvalidArgument, "Only --http serves several hosts");
  std::unique_ptr<ServedCollector> collector(new ServedCollector(command));
  collector->served_.loop = std::move(loop);
  if (const Result<void> started = collector->Start(); !started) return Fail(started.error());
  return collector;
}

Result<void> ServedCollector::Start() {
  if (const Result<void> opened = OpenServed(command_, served_); !opened) return opened;
  const Result<AccessControl> access = ReadAccess(command_.access, command_.agents.file);
  if (!access) return Fail(access.error());
  Result<std::vector<ListeningSocket>> sockets = OpenSockets(command_);
  if (!sockets) return Fail(sockets.error());
  places_ = NamesOf(*sockets);
  if (const Result<void> guarded = CheckGuard(*access); !guarded) return guarded;
  ServerOptions options{.wall_clock = WallClock,
                        .access = *access,
                        .most_memory = command_.memory.value_or(std::size_t{64} << 20)};
  if (!command_.common.quiet) options.log = [](const std::string& line) { PrintError(line); };
  if (served_.traces != nullptr)
    served_.traces->Start(served_.loop, {.access = *access, .log = options.log});
  server_.emplace(served_.loop, std::move(*sockets), *served_.source, served_.facts,
                  std::move(options));
  return {};
}

Result<void> ServedCollector::CheckGuard(const AccessControl& access) const {
  std::vector<std::string> all = places_;
  if (served_.traces != nullptr)
    all.insert(all.end(), served_.traces->places().begin(), served_.traces->places().end());
  return CheckReach(all, access.has_statements() || command_.no_auth, "--access");
}

void ServedCollector::WaitForAgents() {
  constexpr std::chrono::milliseconds kBetweenLooks{250};
  if (served_.hosted == nullptr) return;
  while (served_.hosted->agents().AreStarting() && !Interrupted())
    served_.loop->RunOneFor(kBetweenLooks);
}

std::string ServedCollector::Greeting() const {
  std::string text = fmt::format("{} on {}", served_.what, fmt::join(places_, ", "));
  if (served_.traces != nullptr)
    text += fmt::format("; applications trace at {}", fmt::join(served_.traces->places(), ", "));
  return text;
}

bool ServedCollector::Tick() {
  if (served_.host != nullptr) ConnectAgain();
  if (served_.tape == nullptr) return true;
  served_.tape->Grow();
  return command_.at_end != "end" || !served_.tape->clock().IsOver(SteadyTime());
}

// A host that was lost is looked for once a second, while its clients get errors.
void ServedCollector::ConnectAgain() {
  const auto now = std::chrono::steady_clock::now();
  if (served_.host->IsConnected() || now < next_connection_) return;
  next_connection_ = now + std::chrono::seconds(1);
  served_.host->StartConnect([](const Result<void>&) {});
}

Result<void> ServedCollector::Reload() {
  const Result<AccessControl> access = ReadAccess(command_.access, command_.agents.file);
  if (!access) return Fail(access.error());
  if (const Result<void> guarded = CheckGuard(*access); !guarded) return guarded;
  if (served_.hosted != nullptr) {
    const Result<MachineWithAgents::Setup> setup = ReadAgents(command_.agents, command_.names);
    if (!setup) return Fail(setup.error());
    served_.hosted->Change(*setup);
    server_->Announce(kNamesChanged);
  }
  server_->SetAccess(*access);
  if (served_.traces != nullptr) served_.traces->SetAccess(*access);
  return {};
}

}  // namespace fdr::tools
