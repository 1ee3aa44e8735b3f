// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/control_point.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "fdr/replay/serve/access/system_names.h"
#include "fdr/replay/serve/control/control_requests.h"
#include "fdr/replay/sources/local/host_facts.h"
#include "fdr/tools/live/live_source.h"
#include "fdr/tools/options/pcp_directory.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/serve/server_sockets.h"

namespace fdr::tools {
namespace {

constexpr int kFirstPort = 4330;
constexpr int kMostPorts = 1000;

int FirstPort() {
  const char* const text = std::getenv("PMLOGGER_PORT");
  const int port = text != nullptr ? std::atoi(text) : 0;
  return port > 0 && port < 65536 ? port : kFirstPort;
}

// The first port that is free at every address.
Result<std::vector<ListeningSocket>> OpenPort(const std::vector<std::string>& addresses) {
  const int first = FirstPort();
  for (int port = first; port < std::min(first + kMostPorts, 65536); ++port) {
    std::vector<ListeningSocket> sockets;
    const Result<void> opened =
        OpenAddresses(addresses, {static_cast<std::uint16_t>(port)}, "", sockets);
    if (opened) return sockets;
    if (opened.error().system_error != EADDRINUSE) return Fail(opened.error());
  }
  return Fail(Errc::kExists, fmt::format("No port from {} on is free", first));
}

// In PCP's directory, or, where that is not ours, in the home of the user.
Result<ListeningSocket> OpenSocket() {
  std::optional<Error> first;
  for (const std::string& path : LoggerSockets(PcpRunDirectory(), std::to_string(::getpid()))) {
    std::error_code ignored;
    if (first)
      std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    Result<ListeningSocket> socket = ListeningSocket::AtPath(path);
    if (socket) return socket;
    first = first.value_or(socket.error());
  }
  return Fail(*first);
}

std::vector<AccessStatement> StatementsOf(const std::vector<AccessRule>& rules) {
  std::vector<AccessStatement> statements;
  for (const AccessRule& rule : rules) {
    static_assert(static_cast<int>(AccessRule::kAdvisory) == static_cast<int>(kMayAdvise) &&
                  static_cast<int>(AccessRule::kMandatory) == static_cast<int>(kMayCommand) &&
                  static_cast<int>(AccessRule::kEnquire) == static_cast<int>(kMayEnquire));
    AccessStatement& statement = statements.emplace_back();
    statement.names = rule.hosts;
    (rule.allow ? statement.allowed : statement.denied) = rule.operations;
    statement.place.file = "[access]";
  }
  if (!rules.empty()) return statements;
  // A port does not tell the user of a program.  Without rules, programs there may only ask.
  AccessStatement& ports = statements.emplace_back();
  ports.names = {".*", ":*"};
  ports.denied = kMayAdvise | kMayCommand;
  return statements;
}

std::string ZoneOfThisProcess() {
  const char* const zone = std::getenv("TZ");
  if (zone != nullptr && *zone != '\0') return zone;
  return local::TimeZone(local::Machine(OptionsOfThisMachine({}, true)));
}

}  // namespace

ControlPoint::ControlPoint(Recording& recording, const Context& source, ControlOptions options)
    : recording_(recording),
      source_(source),
      options_(std::move(options)),
      zone_(ZoneOfThisProcess()) {}

Result<std::unique_ptr<ControlPoint>> ControlPoint::Open(std::shared_ptr<EventLoop> loop,
                                                         Recording& recording,
                                                         const Context& source,
                                                         ControlOptions options) {
  auto point = std::make_unique<ControlPoint>(recording, source, std::move(options));
  if (const Result<void> listens = point->Listen(std::move(loop)); !listens)
    return Fail(listens.error());
  return point;
}

Result<void> ControlPoint::Listen(std::shared_ptr<EventLoop> loop) {
  Result<AccessControl> access =
      AccessControl::Make(StatementsOf(options_.access), SystemNames(), kMayControlAll);
  if (!access) return Fail(access.error());
  Result<std::vector<ListeningSocket>> sockets = OpenPort(options_.addresses);
  if (!sockets) return Fail(sockets.error());
  port_ = sockets->front().port();
  if (options_.is_found_by_process) {
    Result<ListeningSocket> socket = OpenSocket();
    if (socket)
      sockets->push_back(std::move(*socket));
    else
      options_.tell("warning: " + socket.error().Message() +
                    "; programs can control this recording only through its port");
  }
  server_ = std::make_unique<ControlServer>(
      std::move(loop), std::move(*sockets), *this,
      ControlServerOptions{.access = std::move(*access), .log = options_.tell});
  return {};
}

// The file appears once the name of the host is known, as with PCP's logger.
void ControlPoint::Name(const std::string& archive) {
  if (!options_.is_found_by_process) return;
  const std::string path =
      options_.has_archive ? std::filesystem::absolute(archive).string() : "(a ring in memory)";
  Result<void> done;
  if (published_) {
    done = published_->SetArchive(path);
  } else {
    Result<PublishedPort> published =
        PublishedPort::Publish(PcpTmpDirectory() + "/pmlogger", {.process = ::getpid(),
                                                                 .port = port_,
                                                                 .host = source_.HostName(),
                                                                 .archive = path,
                                                                 .note = ""});
    if (published)
      published_.emplace(std::move(*published));
    else
      done = Fail(published.error());
  }
  if (!done)
    options_.tell(fmt::format("warning: {}; programs find this recording only by its port, {}",
                              done.error().Message(), port_));
}

LogStatus ControlPoint::Status() const {
  const Recorded recorded = recording_.recorded();
  LogStatus status;
  status.now = WallClock();
  status.is_logging = recorded.start.has_value();
  status.start = recorded.start.value_or(Timestamp());
  status.last = recorded.last.value_or(Timestamp());
  status.volume = recorded.volume;
  status.size = recorded.volume_size;
  status.host = source_.HostName();
  status.source = options_.source;
  status.zone = source_.TimeZone();
  status.logger_zone = zone_;
  return status;
}

void ControlPoint::StartNextVolume(Done<std::int32_t> done) {
  recording_.StartVolume(std::move(done));
}

void ControlPoint::StartFlush(Done<void> done) { recording_.StartFlush(std::move(done)); }

void ControlPoint::StartOrder(LogOrder order, const std::string& client, Done<LogStates> done) {
  recording_.StartOrder(
      std::move(order), [this, client, done = std::move(done)](Result<OrderOutcome> outcome) {
        if (!outcome) return done(Fail(outcome.error()));
        if (!outcome->text.empty())
          options_.tell(fmt::format("control: {}, from {}", outcome->text, client));
        done(std::move(outcome->states));
      });
}

}  // namespace fdr::tools
