// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/control/found_logger.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <thread>
#include <utility>

#include "fdr/tools/live/live_source.h"
#include "fdr/tools/options/pcp_directory.h"

namespace fdr::tools {
namespace {

constexpr std::chrono::seconds kPatience{10};
constexpr std::chrono::seconds kPatienceWhileBusy{2};
constexpr std::chrono::milliseconds kPauseWhileBusy{20};

// As PCP's pmlc(1) has it.
std::chrono::seconds Patience() {
  const char* const text = std::getenv("PMLOGGER_REQUEST_TIMEOUT");
  const int seconds = text != nullptr ? std::atoi(text) : 0;
  return seconds > 0 ? std::chrono::seconds(seconds) : kPatience;
}

// The loggers of a host, which its collector knows: by instance, the process, or 0 for the primary
// one.
Result<std::vector<LoggerPort>> AskCollector(Context& collector) {
  const std::vector<std::string> names = {"pmcd.pmlogger.port", "pmcd.pmlogger.pmcd_host",
                                          "pmcd.pmlogger.archive"};
  const auto found = collector.Find(names);
  if (!found) return Fail(found.error());
  std::vector<MetricId> metrics;
  for (const Result<MetricId>& metric : *found) {
    if (!metric) return Fail(metric.error());
    metrics.push_back(*metric);
  }
  FetchResult result;
  if (const Result<bool> fetched = collector.Fetch(metrics, Profile(), result); !fetched)
    return Fail(fetched.error());
  std::map<InstanceId, LoggerPort> loggers;
  for (std::size_t i = 0; i < result.sets().size(); ++i) {
    for (const FetchedValue& value : result.Values(result.sets()[i])) {
      const bool is_text = value.header != 0 && value.type() == Type::kString;
      if (is_text != (i > 0)) return Fail(Errc::kProtocol, "Its collector describes loggers oddly");
      LoggerPort& logger = loggers[value.instance];
      logger.process = value.instance;
      if (i == 0) {
        logger.port = static_cast<std::uint16_t>(value.Word());
        continue;
      }
      (i == 1 ? logger.host : logger.archive) = value.Text().value_or("");
    }
  }
  std::vector<LoggerPort> ports;
  const auto primary = loggers.find(0);
  for (auto& [process, logger] : loggers) {
    logger.is_primary = primary != loggers.end() && logger.port == primary->second.port;
    if (process != 0) ports.push_back(logger);
  }
  return ports;
}

// PCP's logger serves one program at a time, and learns late that the one before has gone.
template <class Connect>
Result<LogClient> WhenFree(const Connect& connect) {
  const auto end = std::chrono::steady_clock::now() + kPatienceWhileBusy;
  for (;;) {
    Result<LogClient> client = connect();
    if (client || client.error().code != Errc::kBusy) return client;
    if (std::chrono::steady_clock::now() > end) return client;
    std::this_thread::sleep_for(kPauseWhileBusy);
  }
}

Result<LogClient> ConnectToPath(const std::string& path) {
  return WhenFree([&] { return LogClient::ConnectToPath(path, Patience()); });
}

// A host may be named with the port of its collector, and more.
Result<LogClient> ConnectToPort(const ControlCommand& command, std::uint16_t port) {
  std::string host = "localhost";
  if (command.host) {
    const Result<HostSpec> spec = ParseHost(*command.host);
    if (!spec) return Fail(spec.error());
    host = spec->host;
  }
  return WhenFree([&] { return LogClient::ConnectToPort(host, port, Patience()); });
}

Result<LogClient> Connect(const ControlCommand& command, const LoggerPort& logger) {
  std::optional<Error> refusal;
  if (!command.host) {
    for (const std::string& path :
         LoggerSockets(PcpRunDirectory(), std::to_string(logger.process))) {
      Result<LogClient> client = ConnectToPath(path);
      if (client || client.error().code == Errc::kBusy) return client;
      if (client.error().system_error != ENOENT) refusal = client.error();
    }
  }
  Result<LogClient> client = ConnectToPort(command, logger.port);
  if (!client && refusal) return Fail(*refusal);
  if (client && client->process() != logger.process)
    return Fail(Errc::kNotFound, fmt::format("The logger at its port is now {}", client->process()),
                std::to_string(logger.process));
  return client;
}

tl::unexpected<Error> RefuseChoice(const ControlCommand& command,
                                   const std::vector<LoggerPort>& loggers) {
  if (loggers.empty())
    return Fail(Errc::kNotFound, "No logger can be controlled here; fdr record --control can");
  std::vector<pid_t> processes;
  processes.reserve(loggers.size());
  for (const LoggerPort& logger : loggers) processes.push_back(logger.process);
  if (command.logger)
    return Fail(Errc::kNotFound,
                fmt::format("There is no such logger; there are: {}", fmt::join(processes, ", ")),
                *command.logger);
  return Fail(Errc::kInvalidArgument, fmt::format("There are several loggers, so name one of: {}",
                                                  fmt::join(processes, ", ")));
}

bool IsLocal(const std::string& source) {
  return source.empty() || source == "localhost" || source.starts_with("local:") ||
         source.starts_with("unix:");
}

}  // namespace

Result<std::vector<LoggerPort>> FindLoggers(const ControlCommand& command) {
  if (!command.host) return FindLoggerPorts(PcpTmpDirectory() + "/pmlogger");
  Result<LiveSource> collector = OpenLiveSource(command.host, command.common);
  if (!collector) return Fail(collector.error());
  return AskCollector(*collector->context);
}

Result<LogClient> ConnectToLogger(const ControlCommand& command) {
  if (command.socket) return ConnectToPath(*command.socket);
  if (command.port) return ConnectToPort(command, *command.port);
  const Result<std::vector<LoggerPort>> loggers = FindLoggers(command);
  if (!loggers) return Fail(loggers.error());
  if (!command.logger && loggers->size() == 1) return Connect(command, loggers->front());
  const auto is_meant = [&](const LoggerPort& logger) {
    return command.logger == std::to_string(logger.process) ||
           (command.logger == "primary" && logger.is_primary);
  };
  const auto logger = std::ranges::find_if(*loggers, is_meant);
  if (command.logger && logger == loggers->end() && !command.host) {
    // Its file may be missing where it may not write one.
    for (const std::string& path : LoggerSockets(PcpRunDirectory(), *command.logger)) {
      Result<LogClient> client = ConnectToPath(path);
      if (client || client.error().code == Errc::kBusy) return client;
    }
  }
  if (!command.logger || logger == loggers->end()) return RefuseChoice(command, *loggers);
  return Connect(command, *logger);
}

// A source on the machine of the logger is reached as the logger is.  Without a collector there,
// this machine is read itself.
Result<std::unique_ptr<Context>> OpenLoggedSource(const ControlCommand& command,
                                                  const std::string& source) {
  const std::string host = IsLocal(source) ? command.host.value_or("local:") : source;
  Result<LiveSource> opened = OpenLiveSource(host, command.common);
  if (!opened && IsLocal(source) && !command.host)
    opened = OpenLiveSource(std::nullopt, command.common);
  if (!opened) return Fail(opened.error());
  return std::move(opened->context);
}

}  // namespace fdr::tools
