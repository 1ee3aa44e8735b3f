// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <chrono>
#include <utility>

#include "fdr/replay/rules/rule_binder.h"
#include "fdr/replay/rules/rule_parser.h"
#include "fdr/replay/rules/rule_watch.h"
#include "fdr/tools/live/live_source.h"
#include "fdr/tools/options/rules_file.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/watch/watched_source.h"

namespace fdr::tools {
namespace {

constexpr std::int64_t kLongestSleep = 1'000'000'000;      // a signal may reach another thread
constexpr std::int64_t kNextAttempt = 10 * kLongestSleep;  // to reach a host at first

std::int64_t SteadyNow() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

Result<Zone> ZoneOf(const WatchCommand& command, const Context& context) {
  if (command.zone) return ChoosePeerZone(*command.zone, command.common.quiet);
  if (command.source_zone) return Zone::FromTz(context.TimeZone());
  return ChooseZone(command.common.zone, {});
}

// Waits for a host that cannot be reached yet: it may be about to start.
Result<LiveSource> OpenPatiently(const WatchShared& shared,
                                 const std::optional<std::string>& host) {
  const WatchCommand& command = shared.command;
  for (bool is_first = true;; is_first = false) {
    Result<LiveSource> source = OpenLiveSource(host, command.common);
    if (source || !host || command.check || source.error().code == Errc::kInvalidArgument)
      return source;
    if (is_first) PrintError(source.error().Message() + "; fdr tries it again every 10 s");
    const std::int64_t next = SteadyNow() + kNextAttempt;
    while (!Interrupted() && !shared.output.has_failed() && SteadyNow() < next)
      WaitForInput(-1, std::chrono::nanoseconds(kLongestSleep));
    if (Interrupted() || shared.output.has_failed()) return source;
  }
}

// Evaluates rules whenever they are due.
class HostWatch {
 public:
  HostWatch(const WatchShared& shared, LiveSource& source, RuleWatch& watch,
            ActionPerformer& performer, RunEnd end)
      : output_(shared.output), source_(source), watch_(watch), performer_(performer), end_(end) {}

  int Run();

 private:
  bool IsOver() const;
  void Connect();
  void Evaluate();
  void Miss(const Error& error);

  WatchOutput& output_;
  LiveSource& source_;
  RuleWatch& watch_;
  ActionPerformer& performer_;
  RunEnd end_;
  std::string trouble_;  // reported, and not over
  std::int64_t begin_ = SteadyNow();
};

bool HostWatch::IsOver() const {
  return Interrupted() || output_.has_failed() || end_.IsReached(WallClock(), SteadyNow() - begin_);
}

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
  const Result<std::int64_t> interval = ParseLiveStep(command.interval.value_or(kDefaultDelta));
  if (!interval) return FailSource(interval.error());
  Result<LiveSource> source = OpenPatiently(shared, host);
  if (!source) return Interrupted() ? kOk : FailSource(source.error());
  const Result<Zone> zone = ZoneOf(command, *source->context);
  if (!zone) return FailSource(zone.error());
  const Result<RunEnd> end = ParseEnd(command.finish, *zone, WallClock());
  if (!end) return FailSource(end.error());
  const Result<DerivedTable> derived = DefinedMetrics(command.derive);
  if (!derived) return FailSource(derived.error());
  DerivedContext names(*source->context, *derived, TellOfSenseless(host.value_or("")));
  Result<std::vector<ParsedRule>> parsed = ParseRules(shared.text);
  if (!parsed) return FailSource(parsed.error());
  const Result<BoundRules> rules = BindRules(shared.text, std::move(*parsed), names, *interval);
  if (!rules) return FailSource(rules.error());
  if (!command.common.quiet) TellOfLeftOut(rules->left_out);
  if (command.check) return kOk;
  if (rules->rules.empty())
    return FailSource(
        {Errc::kNotFound, "No rule can be evaluated on " + host.value_or("this machine"), {}, 0});
  ActionPerformer performer(shared.output, PerformerFor(command, *zone));
  RuleWatch watch(
      *source->context, *rules, {*zone, host.value_or("local:"), SteadyNow(), *derived},
      [&](RuleRunner& runner, Timestamp, bool has_begun) { performer.Take(runner, has_begun); });
  return HostWatch(shared, *source, watch, performer, *end).Run();
}

}  // namespace fdr::tools
