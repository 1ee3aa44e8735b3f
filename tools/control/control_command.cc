// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/control/control_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "fdr/tools/control/control_text.h"
#include "fdr/tools/control/found_logger.h"
#include "fdr/tools/control/ordered_metrics.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kAnyWords = 1'000'000;
constexpr std::size_t kMostAtOnce = 200;  // metrics of an order: pmlogger takes 64 KiB

int Output(const std::string& text) { return WriteOutput(text) ? kOk : kFailed; }

Result<std::string> List(const ControlCommand& command) {
  const Result<std::vector<LoggerPort>> loggers = FindLoggers(command);
  if (!loggers) return Fail(loggers.error());
  return command.common.json ? LoggersJson(*loggers) : LoggersText(*loggers);
}

Result<std::string> ShowStatus(const ControlCommand& command) {
  Result<LogClient> logger = ConnectToLogger(command);
  if (!logger) return Fail(logger.error());
  const Result<LogStatus> status = logger->Status();
  if (!status) return Fail(status.error());
  const Result<Zone> zone = ChooseZone(command.common.zone, LabelRecord());
  if (!zone) return Fail(zone.error());
  return command.common.json ? StatusJson(*status, logger->process())
                             : StatusText(*status, logger->process(), *zone);
}

Result<std::string> BeginVolume(const ControlCommand& command) {
  Result<LogClient> logger = ConnectToLogger(command);
  if (!logger) return Fail(logger.error());
  const Result<std::int32_t> volume = logger->StartVolume();
  if (!volume) return Fail(volume.error());
  return fmt::format("volume {}\n", *volume);
}

Result<std::string> Flush(const ControlCommand& command) {
  Result<LogClient> logger = ConnectToLogger(command);
  if (!logger) return Fail(logger.error());
  const Result<void> flushed = logger->Flush();
  if (!flushed) return Fail(flushed.error());
  return std::string();
}

// An order, and what then holds.
struct Given {
  OrderedMetrics metrics;
  LogStates states;
};

Result<Given> Give(const ControlCommand& command, LogOrder order,
                   const std::vector<std::string>& words) {
  Result<LogClient> logger = ConnectToLogger(command);
  if (!logger) return Fail(logger.error());
  const Result<LogStatus> status = logger->Status();
  if (!status) return Fail(status.error());
  const Result<std::unique_ptr<Context>> source = OpenLoggedSource(command, status->source);
  if (!source) return Fail(source.error());
  Result<OrderedMetrics> metrics = FindOrderedMetrics(**source, words);
  if (!metrics) return Fail(metrics.error());
  Given given{std::move(*metrics), {}};
  const std::vector<LogOrder::Metric>& all = given.metrics.metrics;
  for (std::size_t at = 0; at < all.size(); at += kMostAtOnce) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at);
    order.metrics.assign(
        begin, begin + static_cast<std::ptrdiff_t>(std::min(kMostAtOnce, all.size() - at)));
    Result<LogStates> states = logger->Give(order);
    if (!states) return Fail(states.error());
    std::ranges::move(states->metrics, std::back_inserter(given.states.metrics));
  }
  return given;
}

Result<std::string> Query(const ControlCommand& command) {
  const Result<Given> given = Give(command, LogOrder(), command.words);
  if (!given) return Fail(given.error());
  return command.common.json ? StatesJson(given->metrics, given->states)
                             : StatesText(given->metrics, given->states);
}

Result<std::string> Change(const ControlCommand& command, LogOrder order,
                           const std::vector<std::string>& words) {
  if (command.is_advice) order.kind = LogOrder::Kind::kAdvisory;
  const Result<Given> given = Give(command, order, words);
  if (!given) return Fail(given.error());
  const std::string refused = RefusedText(order, given->metrics, given->states);
  if (!refused.empty()) return Fail(Errc::kRefused, refused);
  return std::string();
}

Result<std::string> TurnOn(const ControlCommand& command) {
  const Result<std::int64_t> interval = ParseStep(command.words.front(), "on");
  if (!interval) return Fail(interval.error());
  const std::int64_t millis = *interval / kNanosPerMillisecond;
  if (millis < 1 || millis > LogOrder::kMostMillis)
    return Fail(Errc::kInvalidArgument, "on: An interval is between 1ms and 74 hours");
  LogOrder order{.kind = LogOrder::Kind::kMandatory, .state = LogOrder::State::kOn, .metrics = {}};
  order.millis = static_cast<std::int32_t>(millis);
  return Change(command, order, {command.words.begin() + 1, command.words.end()});
}

Result<std::string> RecordOnce(const ControlCommand& command) {
  return Change(command,
                {.kind = LogOrder::Kind::kMandatory, .state = LogOrder::State::kOn, .metrics = {}},
                command.words);
}

Result<std::string> TurnOff(const ControlCommand& command) {
  return Change(command, {.kind = LogOrder::Kind::kMandatory, .metrics = {}}, command.words);
}

Result<std::string> Release(const ControlCommand& command) {
  if (command.is_advice)
    return Fail(Errc::kInvalidArgument, "release: --advice cannot end what is mandatory");
  return Change(
      command,
      {.kind = LogOrder::Kind::kMandatory, .state = LogOrder::State::kMaybe, .metrics = {}},
      command.words);
}

struct ControlAction {
  const char* name;
  std::size_t least_words, most_words;
  const char* words;  // for people
  Result<std::string> (*run)(const ControlCommand& command);
};

constexpr ControlAction kControlActions[] = {
    {"list", 0, 0, "", List},
    {"status", 0, 0, "", ShowStatus},
    {"query", 1, kAnyWords, " METRIC...", Query},
    {"on", 2, kAnyWords, " INTERVAL METRIC...", TurnOn},
    {"once", 1, kAnyWords, " METRIC...", RecordOnce},
    {"off", 1, kAnyWords, " METRIC...", TurnOff},
    {"release", 1, kAnyWords, " METRIC...", Release},
    {"volume", 0, 0, "", BeginVolume},
    {"flush", 0, 0, "", Flush},
};

}  // namespace

const std::vector<std::string>& ControlActions() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const ControlAction& action : kControlActions) all.emplace_back(action.name);
    return all;
  }();
  return names;
}

int Run(const ControlCommand& command) {
  const auto* const action = std::ranges::find_if(
      kControlActions, [&](const ControlAction& known) { return command.action == known.name; });
  const std::size_t words = command.words.size();
  if (words < action->least_words || words > action->most_words) {
    PrintError(fmt::format("expected fdr control [LOGGER] {}{}; fdr control --help explains more",
                           action->name, action->words));
    return kUsage;
  }
  const Result<std::string> text = action->run(command);
  if (text) return Output(*text);
  PrintError(text.error());
  return text.error().code == Errc::kInvalidArgument ? kUsage : kFailed;
}

}  // namespace fdr::tools
