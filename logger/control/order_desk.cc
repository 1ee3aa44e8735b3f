// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/control/order_desk.h"

#include <fmt/format.h>

#include <algorithm>

#include "fdr/logger/config/format_tasks.h"
#include "fdr/replay/sources/pdu/collector_error.h"

namespace fdr {
namespace {

LogSetting SettingOf(const LogOrder& order) {
  LogSetting setting;
  setting.level =
      order.kind == LogOrder::Kind::kMandatory ? LogLevel::kMandatory : LogLevel::kAdvisory;
  setting.state = order.state == LogOrder::State::kOn      ? LogSwitch::kOn
                  : order.state == LogOrder::State::kMaybe ? LogSwitch::kMaybe
                                                           : LogSwitch::kOff;
  if (setting.state == LogSwitch::kOn)
    setting.interval = std::int64_t{order.millis} * kNanosPerMillisecond;
  return setting;
}

// Advice that is neither on nor off is none.
bool IsQuestion(const LogOrder& order) {
  return order.kind == LogOrder::Kind::kEnquire ||
         (order.kind == LogOrder::Kind::kAdvisory && order.state == LogOrder::State::kMaybe);
}

std::string NameOf(const NamedMetric& metric, std::optional<InstanceId> instance) {
  return instance ? fmt::format("{}[{}]", metric.name, *instance) : metric.name;
}

// A line of a log has room for some.
std::string Some(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 20;
  if (names.size() <= kMost) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + kMost, ", "),
                     names.size() - kMost);
}

}  // namespace

void OrderDesk::RefuseAll(const Error& why) {
  is_taken_ = false;
  before_.reset();
  for (auto& [order, done] : std::exchange(orders_, {})) done(Fail(why));
}

void OrderDesk::RefuseFirst(const Error& why) {
  is_taken_ = false;
  const Done<OrderOutcome> done = std::move(orders_.front().second);
  orders_.pop_front();
  done(Fail(why));
}

void OrderDesk::TakeNext(LogState& state, Done<Effect> done) {
  is_taken_ = true;
  is_changing_ = false;
  text_.clear();
  const LogOrder& order = orders_.front().first;
  StartOrderFacts(order, source_, !IsQuestion(order), most_memory_,
                  [this, &state, done = std::move(done)](Result<OrderFacts> facts) {
                    if (facts) facts_ = std::move(*facts);
                    if (facts && StatesOf(orders_.front().first) > kMostStates)
                      facts = Fail(Errc::kTooLarge, "The answer to an order would be too large");
                    if (!facts) {
                      RefuseFirst(facts.error());
                      return done(Fail(facts.error()));
                    }
                    done(Obey(orders_.front().first, state));
                  });
}

void OrderDesk::TakeBack(const Error& why, LogState& state) {
  if (before_) {
    state = std::move(before_->first);
    standing_ = std::move(before_->second);
    before_.reset();
  }
  RefuseFirst(why);
}

// How many states the answer has, at most.
std::size_t OrderDesk::StatesOf(const LogOrder& order) const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < order.metrics.size(); ++i) {
    const Result<NamedMetric>& metric = facts_.metrics[i];
    count += 1 + order.metrics[i].instances.size();
    if (!metric || metric->indom.IsNull() || !order.metrics[i].instances.empty()) continue;
    count += facts_.domains.at(metric->indom).size() + recorded_.Of(metric->id).size();
  }
  return count;
}

OrderDesk::Effect OrderDesk::Obey(const LogOrder& order, LogState& state) {
  if (IsQuestion(order)) return {};
  const LogSetting setting = SettingOf(order);
  before_.emplace(state, standing_);
  changed_.clear();
  refused_.clear();
  for (std::size_t i = 0; i < order.metrics.size(); ++i)
    if (const Result<NamedMetric>& metric = facts_.metrics[i])
      Apply(*metric, order.metrics[i].instances, setting, state);
  text_ = Describe(setting);
  if (setting.state == LogSwitch::kOn)
    text_ += (setting.interval > 0 ? " every " : " ") + FormatInterval(setting.interval);
  if (!changed_.empty()) text_ += ": " + Some(changed_);
  if (!refused_.empty()) text_ += "; refused for " + Some(refused_);
  if (changed_.empty() && refused_.empty()) text_ += ": no such metric";
  is_changing_ = !changed_.empty();
  if (!is_changing_) return {};
  return {true, setting.state == LogSwitch::kOn && setting.interval == 0};
}

void OrderDesk::Apply(const NamedMetric& metric, const std::vector<InstanceId>& instances,
                      const LogSetting& setting, LogState& state) {
  std::size_t changes = 0;
  const auto apply = [&](std::optional<InstanceId> instance) {
    const bool is_done = standing_.HasRoomFor(metric.name, instance, changes) &&
                         Apply(metric, instance, setting, state);
    (is_done ? changed_ : refused_).push_back(NameOf(metric, instance));
    changes += is_done ? 1 : 0;
  };
  if (instances.empty() || metric.indom.IsNull()) {
    apply(std::nullopt);
  } else {
    for (const InstanceId instance : instances) apply(instance);
  }
  if (changes > 0) standing_.Note(metric, state.LoggingOf(metric.id));
}

bool OrderDesk::Apply(const NamedMetric& metric, std::optional<InstanceId> instance,
                      const LogSetting& setting, LogState& state) {
  const bool is_possible = !instance || (*instance >= 0 && single_);
  // "Maybe" leaves advisory settings as they are, pmlc(1) says.  In fact PCP's logger ends them,
  // except where it records all instances, and for a whole metric of which nothing is mandatory.
  const MetricLogging& logging = state.LoggingOf(metric.id);
  const bool stays = !metric.indom.IsNull() && (logging.all().state == LogSwitch::kOn ||
                                                (!instance && !logging.IsMandatory()));
  if (!is_possible || !state.Change(metric, instance, setting)) return false;
  return setting.state != LogSwitch::kMaybe || stays ||
         state.Change(metric, instance, LogSetting());
}

void OrderDesk::Answer(const LogState& state) {
  is_taken_ = false;
  before_.reset();
  if (is_changing_) on_change_(standing_.Text());
  OrderOutcome outcome{StatesNow(state), std::move(text_)};
  const Done<OrderOutcome> done = std::move(orders_.front().second);
  orders_.pop_front();
  done(std::move(outcome));
}

LogStates OrderDesk::StatesNow(const LogState& state) const {
  const LogOrder& order = orders_.front().first;
  LogStates states;
  for (std::size_t i = 0; i < order.metrics.size(); ++i) {
    const Result<NamedMetric>& metric = facts_.metrics[i];
    if (metric)
      states.metrics.push_back(StateOf(*metric, order.metrics[i], state));
    else
      states.metrics.push_back({order.metrics[i].id, kPcpUnknownMetric});
  }
  return states;
}

// For a whole metric, the instances that are there now.  A question also gets those that are gone.
LogStates::Metric OrderDesk::StateOf(const NamedMetric& metric, const LogOrder::Metric& asked,
                                     const LogState& state) const {
  std::vector<InstanceId> instances = asked.instances;
  if (instances.empty() && metric.indom.IsNull()) instances = {kSingular};
  if (instances.empty()) {
    for (const NamedInstance& instance : facts_.domains.at(metric.indom))
      instances.push_back(instance.id);
    if (orders_.front().first.kind == LogOrder::Kind::kEnquire) {
      std::vector<InstanceId> present = instances;
      std::ranges::sort(present);
      for (const RecordedValues::Instance& instance : recorded_.Of(metric.id))
        if (!std::ranges::binary_search(present, instance.id)) instances.push_back(instance.id);
    }
  }
  LogStates::Metric states{metric.id};
  const MetricLogging& logging = state.LoggingOf(metric.id);
  for (const InstanceId instance : instances)
    states.states.emplace_back(instance, StateOf(metric, instance, logging));
  return states;
}

LoggingState OrderDesk::StateOf(const NamedMetric& metric, InstanceId instance,
                                const MetricLogging& logging) const {
  const auto own = logging.instances().find(instance);
  const LogSetting& setting = own == logging.instances().end() ? logging.all() : own->second;
  LoggingState state;
  state.is_on = setting.state == LogSwitch::kOn;
  state.is_mandatory = setting.level == LogLevel::kMandatory;
  if (state.is_on) {
    const std::int64_t millis = setting.interval / kNanosPerMillisecond;
    state.millis =
        static_cast<std::uint32_t>(std::min<std::int64_t>(millis, LogOrder::kMostMillis));
  }
  const InstanceId recorded = metric.indom.IsNull() ? kSingular : instance;
  const RecordedValues::Instance* const known = recorded_.Find(metric.id, recorded);
  state.is_logged = known != nullptr;
  state.is_present = known != nullptr && known->is_present;
  return state;
}

void OrderDesk::OnRecord(const FetchResult& result, const Profile& profile, const LogState& state) {
  recorded_.Add(result, profile, [&state](MetricId metric) { return state.IndomOf(metric); });
}

}  // namespace fdr
