// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <chrono>
#include <utility>

#include "fdr/replay/rules/rule_watch.h"
#include "fdr/tools/live/live_source.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/steady_clock.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/watch/watched_source.h"

namespace fdr::tools {
namespace {

constexpr std::int64_t kLongestSleep = 1'000'000'000;      // a signal may reach another thread
constexpr std::int64_t kNextAttempt = 10 * kLongestSleep;  // to reach a host at first

// What the command says, checked before a host is asked.
struct HostOptions {
  std::int64_t interval;
  Zone zone;
  RunEnd end;
  DerivedTable derived;
  std::int64_t begin = SteadyNow();

  bool IsEndReached() const { return end.IsReached(WallClock(), SteadyNow() - begin); }
};

Result<HostOptions> OptionsOf(const WatchCommand& command) {
  const Result<std::int64_t> interval = ParseLiveStep(command.interval.value_or(kDefaultDelta));
  if (!interval) return Fail(interval.error());
  const Result<Zone> zone = command.zone ? ChoosePeerZone(*command.zone, command.common.quiet)
                                         : ChooseZone(command.common.zone, {});
  if (!zone) return Fail(zone.error());
  const Result<RunEnd> end = ParseEnd(command.finish, *zone, WallClock());
  if (!end) return Fail(end.error());
  Result<DerivedTable> derived = DefinedMetrics(command.derive);
  if (!derived) return Fail(derived.error());
  return HostOptions{*interval, *zone, *end, std::move(*derived)};
}

// With -z, a time of day is one of the host.
Result<void> TakeZoneOf(const Context& context, const WatchCommand& command, HostOptions& options) {
  if (!command.source_zone) return {};
  const Result<Zone> zone = Zone::FromTz(context.TimeZone());
  if (!zone) return Fail(zone.error());
  options.zone = *zone;
  const Result<RunEnd> end = ParseEnd(command.finish, *zone, WallClock());
  if (!end) return Fail(end.error());
  options.end = *end;
  return {};
}

// Waits for a host that cannot be reached yet: it may be about to start.
Result<LiveSource> OpenPatiently(const WatchShared& shared, const std::optional<std::string>& host,
                                 const HostOptions& options) {
  const WatchCommand& command = shared.command;
  const auto is_over = [&] {
    return Interrupted() || shared.output.has_failed() || options.IsEndReached();
  };
  for (bool is_first = true;; is_first = false) {
    Result<LiveSource> source = OpenLiveSource(host, command.common);
    if (source || !host || command.check || source.error().code == Errc::kInvalidArgument)
      return source;
    if (is_first) PrintError(source.error().Message() + "; fdr tries it again every 10 s");
    const std::int64_t next = SteadyNow() + kNextAttempt;
    while (!is_over() && SteadyNow() < next)
      WaitForInput(-1, std::chrono::nanoseconds(kLongestSleep));
    if (is_over()) return source;
  }
}

// Evaluates rules whenever they are due.
class HostWatch {
 public:
  HostWatch(const WatchShared& shared, LiveSource& source, RuleWatch& watch,
            ActionPerformer& performer, const HostOptions& options)
      : output_(shared.output),
        source_(source),
        watch_(watch),
        performer_(performer),
        options_(options) {}

  int Run();

 private:
  bool IsOver() const { return Interrupted() || output_.has_failed() || options_.IsEndReached(); }
  void Connect();
  void Evaluate();
  void Miss(const Error& error);

  WatchOutput& output_;
  LiveSource& source_;
  RuleWatch& watch_;
  ActionPerformer& performer_;
  const HostOptions& options_;
  std::string trouble_;  // reported, and not over
};

// Reports the same trouble once until it is over.
void HostWatch::Miss(const Error& error) {
  std::string message = error.Message();
  if (message != trouble_) PrintError(error);
  trouble_ = std::move(message);
}

// As often as is polite.
void HostWatch::Connect() {
  if (source_.host == nullptr || source_.host->IsConnected()) return;
  const Result<void> connected = source_.host->Connect();
  if (connected) {
    PrintError(source_.host->host().text + " answers again");
    watch_.Renew();
  } else if (connected.error().code != Errc::kTimeout) {
    Miss(connected.error());
  }
}

void HostWatch::Evaluate() {
  Connect();
  const Result<void> evaluated = watch_.Step(SteadyNow(), WallClock());
  constexpr std::uint32_t kOtherMetrics = kAgentsAdded | kAgentsRestarted | kNamesChanged;
  if ((source_.take_changes() & kOtherMetrics) != 0) watch_.Renew();
  if (evaluated)
    trouble_.clear();
  else if (source_.host == nullptr || source_.host->IsConnected() || trouble_.empty())
    Miss(evaluated.error());
}

int HostWatch::Run() {
  while (!IsOver()) {
    performer_.Advance();
    const std::int64_t wait = watch_.NextDue() - SteadyNow();
    if (wait <= 0)
      Evaluate();
    else
      WaitWithActions(performer_, std::min(wait, kLongestSleep));
  }
  return output_.has_failed() ? kFailed : kOk;
}

}  // namespace

int WatchHost(const WatchShared& shared, const std::optional<std::string>& host) {
  const WatchCommand& command = shared.command;
  Result<HostOptions> options = OptionsOf(command);
  if (!options) return FailRules(options.error());
  Result<LiveSource> source = OpenPatiently(shared, host, *options);
  if (!source) return Interrupted() ? kOk : FailRules(source.error());
  if (const auto taken = TakeZoneOf(*source->context, command, *options); !taken)
    return FailRules(taken.error());
  const Result<BoundRules> rules =
      RulesOn({*source->context, options->derived, host.value_or(""), options->interval},
              shared.rules, command.common.quiet);
  if (!rules) return FailRules(rules.error());
  if (command.check) return kOk;
  if (rules->rules.empty()) return FailWithoutRules(host.value_or("this machine"));
  ActionPerformer performer(shared.output, PerformerFor(command, options->zone));
  RuleWatch watch(
      *source->context, *rules,
      {options->zone, host.value_or("local:"), SteadyNow(), options->derived},
      [&](RuleRunner& runner, Timestamp, bool has_begun) { performer.Take(runner, has_begun); });
  return HostWatch(shared, *source, watch, performer, *options).Run();
}

}  // namespace fdr::tools
