// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/record_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <utility>

#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/tools/compress/compress_command.h"
#include "fdr/tools/live/agents_source.h"
#include "fdr/tools/live/live_source.h"
#include "fdr/tools/options/metric_arguments.h"
#include "fdr/tools/record/orders_file.h"
#include "fdr/tools/record/patience_for_agents.h"
#include "fdr/tools/record/record_from.h"
#include "fdr/tools/record/record_options.h"
#include "fdr/tools/record/record_session.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// With --ring, the recorder writes into a ring in memory, and the names are for its snapshots.
std::unique_ptr<Snapshots> RingFor(const RecordCommand& command, const RecordSettings& settings,
                                   const std::string& source, RecordingOptions& options) {
  if (!command.ring) return nullptr;
  RingOptions ring;
  ring.keep = settings.ring;
  ring.most_bytes = command.ring_memory / std::max<std::size_t>(command.hosts.size(), 1);
  ring.on_short = [source, time = *command.ring] {
    PrintError(source + ": less than " + time + " is kept: its part of --ring-memory is full");
  };
  NamePattern names = std::exchange(options.recorder.names, {.text = "ring"});
  options.recorder.sync_each_sample = false;
  options.sync_interval = 0;
  return std::make_unique<Snapshots>(std::move(ring), std::move(names),
                                     options.recorder.identity.directory);
}

// Each archive begins with all processes.
void RecordBusyProcesses(LocalContext& machine, RecorderOptions& options) {
  options.take_earlier = [&machine](std::span<const MetricId> metrics, FetchResult& earlier) {
    return machine.FetchEarlier(metrics, earlier);
  };
  options.on_archive = [&machine, tell = std::move(options.on_archive)](const std::string& base,
                                                                        const std::string& why) {
    machine.BeginRecording();
    tell(base, why);
  };
}

// With the orders of the recorder that is continued, and of programs from now on.
Result<void> AddOrders(const RecordCommand& command, const std::string& base,
                       RecordingOptions& options) {
  const std::string path = OrdersFileOf(base);
  if (command.appends) {
    Result<LoggerConfig> earlier = LoadOrders(path);
    if (!earlier) return Fail(earlier.error());
    options.orders = std::move(*earlier);
  }
  if (command.is_controlled) options.is_controlled = options.lingers = true;
  if (command.ring) return {};
  const auto save = [path](const std::string& orders) {
    if (const Result<void> saved = SaveOrders(path, orders); !saved)
      PrintError("warning: the orders are not kept: " + saved.error().Message());
  };
  options.on_orders = save;
  // Orders for an earlier archive of this name are over.
  options.recorder.on_archive = [save, is_new = !command.appends,
                                 tell = std::move(options.recorder.on_archive)](
                                    const std::string& archive, const std::string& why) mutable {
    if (std::exchange(is_new, false)) save("");
    tell(archive, why);
  };
  return {};
}

struct SourceToAdd {
  std::unique_ptr<Context> context;
  RecordingOptions options;
  std::string name;  ///< that people know it by
  std::string base;  ///< of its archives
  std::string spec;  ///< how other programs reach it
};

Result<void> AddSource(const RecordCommand& command, const RecordSettings& settings,
                       SourceToAdd source, RecordSession& session) {
  if (const Result<void> added = AddOrders(command, source.base, source.options); !added)
    return added;
  auto ring = RingFor(command, settings, source.name, source.options);
  session.Add(std::move(source.context), std::move(source.options), source.name, std::move(ring));
  if (!command.is_controlled) return {};
  const Result<void> controlled = session.Control({.addresses = command.control_addresses,
                                                   .access = settings.config.access,
                                                   .source = source.spec,
                                                   .has_archive = !command.ring,
                                                   .tell = {}});
  if (!controlled)
    PrintError(fmt::format("warning: {}: programs cannot control this recording: {}", source.name,
                           controlled.error().Message()));
  return {};
}

SourceToAdd ThisMachine(const RecordCommand& command, const RecordSettings& settings) {
  const std::string name = kThisMachine;
  SourceToAdd source{.context = nullptr,
                     .options = OptionsFor(command, settings, settings.out, name),
                     .name = name,
                     .base = settings.out,
                     .spec = "local:"};
  source.options.has_common_instances = false;  // those of pmcd have other numbers
  return source;
}

// This machine, and the agents of a file.
Result<void> AddAgents(const RecordCommand& command, const RecordSettings& settings,
                       RecordSession& session) {
  Result<std::unique_ptr<HostedContext>> machine = OpenHostedMachine(
      command.agents, command.names, session.Loop(), settings.busy, command.common.quiet);
  if (!machine) return Fail(machine.error());
  SourceToAdd source = ThisMachine(command, settings);
  source.options.recorder.take_changes = [hosted = machine->get()] {
    return hosted->TakeChanges();
  };
  source.options.on_sample = [hosted = machine->get()](const AskingTask& task) {
    hosted->agents().SetPatience(PatienceFor(task));
  };
  if (settings.busy) RecordBusyProcesses((*machine)->built_in(), source.options.recorder);
  source.context = std::move(*machine);
  return AddSource(command, settings, std::move(source), session);
}

Result<void> AddThisMachine(const RecordCommand& command, const RecordSettings& settings,
                            RecordSession& session) {
  if (command.agents.file) return AddAgents(command, settings, session);
  Result<std::unique_ptr<LocalContext>> machine =
      LocalContext::Open(OptionsOfThisMachine(settings.busy, command.common.quiet));
  if (!machine) return Fail(machine.error());
  SourceToAdd source = ThisMachine(command, settings);
  source.options.recorder.take_changes = [local = machine->get()] { return local->TakeChanges(); };
  if (settings.busy) RecordBusyProcesses(**machine, source.options.recorder);
  source.context = std::move(*machine);
  return AddSource(command, settings, std::move(source), session);
}

// With several hosts, each host has an archive of its name in the directory.
std::string BaseFor(const RecordCommand& command, const RecordSettings& settings,
                    std::string host) {
  if (command.hosts.size() == 1) return settings.out;
  std::replace(host.begin(), host.end(), '/', '_');
  return (std::filesystem::path(settings.out) / host).string();
}

Result<void> AddHost(const std::string& host, const RecordCommand& command,
                     const RecordSettings& settings, RecordSession& session) {
  const Result<HostSpec> spec = ParseHost(host);
  if (!spec) return Fail(spec.error());
  auto context =
      std::make_unique<LiveContext>(session.Loop(), *spec, LiveOptionsOfUser(command.common, true));
  const std::string base = BaseFor(command, settings, host);
  RecordingOptions options = OptionsFor(command, settings, base, host);
  options.recorder.max_metadata = command.common.max_metadata;
  options.connect = [live = context.get()](Done<void> done) {
    live->StartConnect(std::move(done));
  };
  options.disconnect = [live = context.get()] { live->Disconnect(); };
  options.recorder.take_changes = [live = context.get()] { return live->TakeChanges(); };
  return AddSource(command, settings, {std::move(context), std::move(options), host, base, host},
                   session);
}

void StartCompression(const RecordCommand& command, RecordSession& session) {
  if (command.compress == "none") return;
  CompressOptions to;
  if (command.compress == "zstd") {
    to.format = Compression::kZstd;
    if (!command.common.quiet) WarnOfZstd();
  }
  session.Compress(to);
}

Result<void> AddSources(const RecordCommand& command, const RecordSettings& settings,
                        RecordSession& session) {
  if (command.hosts.empty()) return AddThisMachine(command, settings, session);
  std::size_t missing = 0;
  for (const std::string& host : command.hosts) {
    const Result<void> added = AddHost(host, command, settings, session);
    if (added) continue;
    if (++missing == command.hosts.size()) return added;
    PrintError(added.error());
    session.NoteMissingSource();
  }
  return {};
}

// A forgotten OUT makes the first metric the name of the archive.
void WarnOfForgottenOut(const std::string& out) {
  for (const std::string& metric : kDefaultMetrics)
    if (out.starts_with(metric.substr(0, metric.find('.')) + "."))
      return PrintError(
          fmt::format("warning: {0} is the name of the archive here; metrics come "
                      "after a name, as in fdr record today {0}",
                      out));
}

// Messages go to a file, or to standard output.  `before` gets what standard error was.
Result<void> StartLog(const std::string& path, local::UniqueFd& before) {
  before = local::UniqueFd(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0));
  const int file = path == "-"
                       ? ::dup(STDOUT_FILENO)
                       : ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0 || ::dup2(file, STDERR_FILENO) < 0) return FailSystem(errno, path);
  ::close(file);
  return {};
}

// What happens is on standard error, too, so a recording without a journal goes on.
void StartReaction(const RecordCommand& command, const RecordSettings& settings,
                   RecordSession& session) {
  if (settings.reaction.empty() && !command.notify) return;
  Reaction::Options options{.words = settings.reaction,
                            .condition = *command.when,
                            .rest = settings.rest,
                            .journal = std::nullopt,
                            .tell_error = {}};
  if (command.notify) options.journal = command.journal_socket;
  if (command.notify && ::access(command.journal_socket.c_str(), F_OK) != 0)
    PrintError("warning: --notify journal: there is no journal at " + command.journal_socket +
               "; only standard error will say what happens");
  session.React(std::move(options));
}

}  // namespace

int Run(const RecordCommand& given) {
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  };
  RecordCommand command = given;
  if (!command.from) {  // a copy knows which metrics are those of reports
    Result<std::vector<std::string>> metrics =
        MetricsOfChoice(given.metrics, given.report_files, given.common.quiet);
    if (!metrics) return fail(metrics.error());
    command.metrics = std::move(*metrics);
  }
  local::UniqueFd error_of_program;
  if (command.log_file)
    if (const Result<void> started = StartLog(*command.log_file, error_of_program); !started)
      return fail(started.error());
  if (command.from) return RecordFrom(command);
  const Result<RecordSettings> settings = ReadSettings(command);
  if (!settings) return fail(settings.error());
  if (command.only_checks) return kOk;
  if (!command.common.quiet && command.metrics.empty()) WarnOfForgottenOut(command.out);
  Result<std::shared_ptr<EventLoop>> loop = EventLoop::Make();
  if (!loop) return fail(loop.error());
  RecordSession session(std::move(*loop), settings->end, command.common.quiet);
  StartCompression(command, session);
  session.UseNames(settings->names, settings->derived);
  if (settings->when) session.TriggerWhen(*settings->when, settings->patience, settings->ring);
  StartReaction(command, *settings, session);
  if (const Result<void> added = AddSources(command, *settings, session); !added)
    return fail(added.error());
  if (!command.program.empty()) session.RunBeside(command.program, error_of_program.get());
  if (command.orders)
    if (const Result<void> opened = session.OpenOrders(*command.orders); !opened)
      return fail(opened.error());
  if (const Result<void> opened = session.OpenStatus(settings->asked_out);
      !opened && !command.common.quiet)
    PrintError("warning: fdr status cannot show this recording: " + opened.error().Message());
  return session.Run();
}

}  // namespace fdr::tools
