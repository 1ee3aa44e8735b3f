// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/record_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <utility>

#include "fdr/logger/config/recording_options.h"
#include "fdr/replay/derive/derived_config.h"
#include "fdr/tools/options/agents_option.h"
#include "fdr/tools/options/logger_config_file.h"
#include "fdr/tools/options/metric_arguments.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/record/process_options.h"
#include "fdr/tools/record/record_out.h"
#include "fdr/tools/record/recorder_identity.h"
#include "fdr/tools/record/size_report.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/serve/socket_place.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/nearest_names.h"
#include "fdr/tools/text/quoted_words.h"
#include "fdr/tools/text/shell_word.h"

namespace fdr::tools {
namespace {

RecorderOptions RecorderOptionsFor(const RecordCommand& command, const RecordSettings& settings,
                                   const std::string& base, const std::string& source) {
  RecorderOptions options;
  options.names = {.text = base, .zone = settings.zone, .clock = WallClock};
  options.append = command.appends;
  options.sync_each_sample = settings.syncs_each_sample;
  options.version = settings.version;
  options.domains = DomainsOf(command);
  options.identity = OwnIdentity();
  options.on_archive = [source](const std::string& archive, const std::string& why) {
    if (!why.empty()) PrintError(fmt::format("{}: goes on in {}: {}", source, archive, why));
  };
  return options;
}

Error ExplainLimit(const char* option, Error error) {
  error.what = std::string(option) + ": " +
               UnderTitle("Not an amount, such as 100 (samples), 20MB or 1.5hours", error.what);
  return error;
}

Result<void> CheckNames(const RecordCommand& command, const DerivedTable& derived) {
  if (auto checked = CheckHaveNames(command.metrics); !checked) return checked;
  for (const auto& metric : derived.metrics())
    if (!IsDerivedName(metric->name, derived.rules()))
      return Fail(Errc::kInvalidArgument, "Not a name for a metric: " + metric->name);
  return {};
}

// Returns the names of the metrics that the options define.
Result<std::vector<std::string>> ReadDefinitions(const RecordCommand& command,
                                                 DerivedTable& derived) {
  if (Result<void> defined = DefineOfEnvironment(derived); !defined) return Fail(defined.error());
  const std::size_t of_environment = derived.metrics().size();
  if (const auto defined = DefineOfOptions(command.derive, derived); !defined)
    return Fail(defined.error());
  if (Result<void> checked = CheckNames(command, derived); !checked) return Fail(checked.error());
  std::vector<std::string> names;
  for (std::size_t i = of_environment; i < derived.metrics().size(); ++i)
    names.push_back(derived.metrics()[i]->name);
  return names;
}

// Without a list of metrics, derived metrics are recorded besides the default ones.
Result<LoggerConfig> ConfigOf(const RecordCommand& command,
                              const std::vector<std::string>& derived) {
  if (command.config) return ReadConfigFile(*command.config, command.allows_shell);
  if (!command.metrics.empty()) return ConfigForNames(command.metrics);
  std::vector<std::string> names = DefaultMetrics(command);
  names.insert(names.end(), derived.begin(), derived.end());
  return ConfigForNames(names);
}

// The default is a minute for a configuration, as in PCP's logger, and otherwise a second: a user
// without a configuration wants to see data soon.
Result<Nanos> IntervalOf(const RecordCommand& command) {
  if (command.config && !command.interval) return 60 * kNanosPerSecond;
  return ParseLiveStep(command.interval);
}

// A length of time is another way to set the end.
Result<void> ApplyLimit(const RecordCommand& command, RecordSettings& settings) {
  if (!command.limit) return {};
  const Result<RecordingLimit> limit = ParseRecordingLimit(*command.limit);
  if (!limit) return Fail(ExplainLimit("-s", limit.error()));
  if (limit->kind != RecordingLimit::Kind::kTime) {
    settings.limit = *limit;
    return {};
  }
  settings.end.after = std::min(settings.end.after.value_or(limit->amount), limit->amount);
  return {};
}

Result<void> ApplyDurability(const RecordCommand& command, RecordSettings& settings) {
  const std::string& durability = command.durability;
  settings.syncs_each_sample = durability == "record";
  if (durability == "none" || settings.syncs_each_sample) return {};
  const Result<Nanos> interval =
      ParseStep(durability == "interval" ? "10s" : durability, "--durability");
  if (!interval)
    return Fail(
        Errc::kInvalidArgument,
        fmt::format("--durability {}: Not none, interval or record, nor a time, such as 30s",
                    durability));
  settings.sync_interval = *interval;
  return {};
}

Result<void> ApplyVolume(const RecordCommand& command, RecordSettings& settings) {
  if (command.volume) {
    const Result<RecordingLimit> limit = ParseRecordingLimit(*command.volume);
    if (!limit) return Fail(ExplainLimit("-v", limit.error()));
    settings.volume = *limit;
  }
  if (!command.rotate) return {};
  const Result<Nanos> interval = ParseStep(command.rotate, "--rotate");
  if (!interval) return Fail(interval.error());
  if (*interval % kNanosPerSecond != 0)
    return Fail(Errc::kInvalidArgument,
                "--rotate: Not a whole number of seconds, as in --rotate 1h");
  settings.rotation = Rotation{.interval = *interval, .zone = settings.zone, .clock = WallClock};
  return {};
}

// A recorder is opened to the network in the same way as a server: docs/serve-access.md.
Result<void> CheckControl(const RecordCommand& command, const LoggerConfig& config) {
  return CheckAddresses(command.control_addresses, !config.access.empty() || command.no_auth,
                        "--control-address", "the section [access] of a configuration");
}

// The list of removable archives lies beside them, so the directory must stay the same.  A name
// must never be used twice.
Result<void> CheckKeptNames(const RecordCommand& command) {
  const auto fail = [](const char* what) { return Fail(Errc::kInvalidArgument, what); };
  const std::string out = OutOf(command);
  const std::size_t time = out.find('%');
  if (command.hosts.size() > 1)
    return fail(
        "--keep: Several hosts need a recorder each, with the time in the last part of OUT");
  if (time == std::string::npos)
    return fail("--keep: OUT must have the time in it, such as %Y%m%d");
  if (out.find('/', time) != std::string::npos)
    return fail("--keep: OUT must have the time in its last part, not in a directory");
  return {};
}

Result<void> ApplyKeep(const RecordCommand& command, RecordSettings& settings) {
  if (!command.keep.empty())
    if (const Result<void> checked = CheckKeptNames(command); !checked) return checked;
  for (const std::string& text : command.keep) {
    const Result<RecordingLimit> limit = ParseRecordingLimit(text);
    if (!limit || limit->kind == RecordingLimit::Kind::kSamples)
      return Fail(
          Errc::kInvalidArgument,
          fmt::format("--keep {}: Not an age, such as 14d, and not a size, such as 20GB", text));
    if (!settings.keep) settings.keep.emplace();
    if (limit->kind == RecordingLimit::Kind::kTime)
      settings.keep->age = limit->amount;
    else
      settings.keep->bytes = static_cast<std::uint64_t>(limit->amount);
  }
  return {};
}

Result<void> ApplyReaction(const RecordCommand& command, RecordSettings& settings) {
  const Result<Nanos> rest = ParseStep(command.rest, "--rest");
  if (!rest) return Fail(rest.error());
  settings.rest = *rest;
  if (!command.reaction) return {};
  Result<std::vector<std::string>> words = SplitWords(*command.reaction);
  if (!words || words->empty())
    return Fail(Errc::kInvalidArgument,
                "--run: " + (words ? "There is no command" : words.error().what));
  settings.reaction = std::move(*words);
  return {};
}

Result<void> ApplyWhen(const RecordCommand& command, RecordSettings& settings) {
  if (!command.when) return {};
  Result<Expression> when = ParseCondition(*command.when, DeriveRules::kQuantities);
  if (!when)
    return Fail(Errc::kInvalidArgument,
                UnderTitle("--when: Not an expression; fdr help expressions shows how to write one",
                           when.error().what));
  settings.when = std::move(*when);
  if (command.patience) {
    const Result<Nanos> patience = ParseStep(command.patience, "--for");
    if (!patience) return Fail(patience.error());
    settings.patience = *patience;
  }
  return ApplyReaction(command, settings);
}

Result<void> ApplyVersion(const RecordCommand& command, RecordSettings& settings) {
  const bool has_deltas = DomainsOf(command) == DomainRecords::kDeltas;
  if (command.version == 2 && has_deltas)
    return Fail(Errc::kInvalidArgument,
                "-V 2: This version has no deltas; --domains deltas needs -V 3");
  if (command.version)
    settings.version = command.version == 2 ? Version::k2 : Version::k3;
  else if (has_deltas)
    settings.version = Version::k3;
  return {};
}

Result<void> CheckHosts(std::vector<std::string> hosts) {
  std::ranges::sort(hosts);
  const auto twice = std::ranges::adjacent_find(hosts);
  if (twice == hosts.end()) return {};
  return Fail(
      Errc::kInvalidArgument,
      fmt::format("-h {}: This host is there twice; one archive can have its metrics, as in "
                  "fdr record -h {} today kernel.all disk.dev",
                  *twice, *twice));
}

}  // namespace

Result<void> CheckHaveNames(const std::vector<std::string>& metrics) {
  for (const std::string& argument : metrics)
    if (!IsReportName(argument) && IsExpression(argument))
      return Fail(Errc::kInvalidArgument,
                  fmt::format("{0}: To be recorded it needs a name: --derive 'NAME={0}', and NAME "
                              "in its place",
                              argument));
  return {};
}

Result<RecordSettings> ReadSettings(const RecordCommand& command) {
  if (const Result<void> checked = CheckHosts(command.hosts); !checked)
    return Fail(checked.error());
  RecordSettings settings;
  auto names = ReadNameSpace(NamesOfAll(command.agents, command.names));
  if (!names) return Fail(std::move(names.error()));
  settings.names = std::move(*names);
  const auto derived = ReadDefinitions(command, settings.derived);
  if (!derived) return Fail(derived.error());
  Result<LoggerConfig> config = ConfigOf(command, *derived);
  if (!config) return Fail(config.error());
  settings.config = std::move(*config);
  if (const Result<void> checked = CheckControl(command, settings.config); !checked)
    return Fail(checked.error());
  const Result<Nanos> interval = IntervalOf(command);
  if (!interval) return Fail(interval.error());
  settings.interval = *interval;
  const Result<Zone> zone = ChooseZone(command.common.zone, LabelRecord());
  if (!zone) return Fail(zone.error());
  settings.zone = *zone;
  const Result<RunEnd> end = ParseEnd(command.finish, *zone, WallClock());
  if (!end) return Fail(end.error());
  settings.end = *end;
  if (const Result<void> applied = ApplyLimit(command, settings); !applied)
    return Fail(applied.error());
  if (const Result<void> applied = ApplyDurability(command, settings); !applied)
    return Fail(applied.error());
  if (const Result<void> applied = ApplyVolume(command, settings); !applied)
    return Fail(applied.error());
  if (const Result<void> applied = ApplyKeep(command, settings); !applied)
    return Fail(applied.error());
  if (const Result<void> applied = ApplyVersion(command, settings); !applied)
    return Fail(applied.error());
  if (command.ring) {
    const Result<Nanos> ring = ParseStep(command.ring, "--ring");
    if (!ring) return Fail(ring.error());
    settings.ring = *ring;
  }
  if (const Result<void> applied = ApplyWhen(command, settings); !applied)
    return Fail(applied.error());
  const auto busy = BusyOptionsOf(command, settings.interval, settings.ring);
  if (!busy) return Fail(busy.error());
  settings.busy = *busy;
  if (command.only_checks) return settings;
  settings.asked_out = command.out.empty() ? command.directory.value_or("") : command.out;
  settings.out = OutOf(command);
  if (const Result<void> made = MakeDirectories(command, settings.out); !made)
    return Fail(made.error());
  return settings;
}

Error ExplainStart(Error error) {
  if (error.code == Errc::kExists)
    error.what += "; choose another name, with the time in it such as %Y%m%d, or use --append";
  else if (error.system_error == ENOENT)
    error.what += "; fdr record -d " + ShellWord(error.file) + " NAME makes that directory";
  return error;
}

RecordingOptions OptionsFor(const RecordCommand& command, const RecordSettings& settings,
                            const std::string& base, const std::string& source) {
  RecordingOptions options;
  options.recorder = RecorderOptionsFor(command, settings, base, source);
  options.config = settings.config;
  options.default_interval = settings.interval;
  options.lingers = command.lingers;
  if (settings.limit) {
    const auto amount = static_cast<std::uint64_t>(settings.limit->amount);
    const bool counts = settings.limit->kind == RecordingLimit::Kind::kSamples;
    (counts ? options.samples : options.bytes) = amount;
  }
  options.sync_interval = settings.sync_interval;
  options.volume = settings.volume;
  options.rotation = settings.rotation;
  options.keep = settings.keep;
  if (command.aligns)
    options.wall_clock = [] {
      const Timestamp now = WallClock();
      return now.sec * kNanosPerSecond + now.nsec;
    };
  options.on_event = [source](const std::string& what) { PrintError(source + ": " + what); };
  if (!command.config)
    options.hint = [](const std::string& name, const std::vector<std::string>& all) {
      return DidYouMean(name, all);
    };
  if (command.reports_sizes) options.on_record = SizeReport();
  // No warnings about metrics of the default list: the user did not ask for them.
  if (!command.common.quiet && (command.config || !command.metrics.empty()))
    options.on_warning = [has_places = command.config.has_value()](const LogWarning& warning) {
      PrintError("warning: " + (has_places ? warning.Message() : warning.what));
    };
  return options;
}

}  // namespace fdr::tools
