// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Takes the orders that are given to a running recording, one after the other, and answers them.

#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/logger/config/log_state.h"
#include "fdr/logger/control/order_facts.h"
#include "fdr/logger/control/recorded_values.h"
#include "fdr/logger/control/standing_orders.h"
#include "fdr/replay/sources/log_control/log_messages.h"

namespace fdr {

/// The answer to an order.
struct OrderOutcome {
  LogStates states;
  std::string text;  ///< for people: the order, and its refused parts; empty: only a question
};

/// One thread at a time.  Borrows the source.
class OrderDesk {
 public:
  /// The largest answer.
  static constexpr std::size_t kMostStates = 200'000;

  /// `earlier` orders are the end of the configuration.  `on_change` takes what stands then: see
  /// StandingOrders::Text().  `single`: whether programs know the instances by the same numbers, so
  /// that orders about single ones are possible.
  OrderDesk(Context& source, const LoggerConfig& earlier, std::size_t most_memory, bool single,
            std::function<void(const std::string& text)> on_change)
      : source_(source),
        most_memory_(most_memory),
        single_(single),
        on_change_(std::move(on_change)),
        standing_(earlier) {}

  /// The order waits for TakeNext().
  void Add(LogOrder order, Done<OrderOutcome> done) {
    orders_.emplace_back(std::move(order), std::move(done));
  }
  bool HasOrder() const { return !orders_.empty(); }
  /// Ends all orders.
  void RefuseAll(const Error& why);

  /// The work that has to follow before Answer().
  struct Effect {
    bool is_change = false;
    bool is_once = false;  ///< metrics are to be recorded once, now
  };
  /// Applies the next order to the state.  After an error that order is over.
  void TakeNext(LogState& state, Done<Effect> done);
  bool HasTaken() const { return is_taken_; }
  /// Answers the order that was taken.
  void Answer(const LogState& state);
  /// Refuses the order that was taken, and takes its effect back.
  void TakeBack(const Error& why, LogState& state);

  /// The standing orders apply to a new state, too.
  void AddNames(std::set<std::string>& names) const { standing_.AddNames(names); }
  void ApplyTo(LogState& state, const ResolvedNames& answers) { standing_.ApplyTo(state, answers); }
  /// A record was written.
  void OnRecord(const FetchResult& result, const Profile& profile, const LogState& state);
  void OnArchive() { recorded_.Forget(); }

 private:
  void RefuseFirst(const Error& why);
  std::size_t StatesOf(const LogOrder& order) const;
  Effect Obey(const LogOrder& order, LogState& state);
  void Apply(const NamedMetric& metric, const std::vector<InstanceId>& instances,
             const LogSetting& setting, LogState& state);
  bool Apply(const NamedMetric& metric, std::optional<InstanceId> instance,
             const LogSetting& setting, LogState& state);
  LogStates StatesNow(const LogState& state) const;
  LogStates::Metric StateOf(const NamedMetric& metric, const LogOrder::Metric& asked,
                            const LogState& state) const;
  LoggingState StateOf(const NamedMetric& metric, InstanceId instance,
                       const MetricLogging& logging) const;

  Context& source_;
  std::size_t most_memory_;
  bool single_;
  std::function<void(const std::string&)> on_change_;
  StandingOrders standing_;
  RecordedValues recorded_;
  std::deque<std::pair<LogOrder, Done<OrderOutcome>>> orders_;
  bool is_taken_ = false;                                      // the first one
  OrderFacts facts_;                                           // of that one
  bool is_changing_ = false;                                   // likewise: it has an effect
  std::optional<std::pair<LogState, StandingOrders>> before_;  // its effect
  std::vector<std::string> changed_, refused_;                 // likewise
  std::string text_;                                           // likewise
};

}  // namespace fdr
