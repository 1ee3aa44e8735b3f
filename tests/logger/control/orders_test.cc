// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A recording takes orders while it runs: what is recorded follows, and every order is answered.

#include <optional>
#include <utility>

#include "fdr/logger/config/config_parser.h"
#include "fdr/logger/control/order_desk.h"
#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/tests/logger/recording_fixture.h"

namespace fdr::test {
namespace {

using Kind = LogOrder::Kind;
using State = LogOrder::State;

class OrdersTest : public RecordingFixture {
 protected:
  OrdersTest() {
    source_.Add("a", 0, 1);
    source_.Add("b", 1, 2);
    source_.AddSet("s", 2, {{0, 10}, {1, 11}});
    source_.members[kInvented] = {{0, "zero"}, {1, "one"}};
  }

  RecordingOptions Controlled(const std::string& config) {
    RecordingOptions options = Options();
    options.config = Parse(config);
    options.is_controlled = options.lingers = true;
    options.on_orders = [this](const std::string& text) { orders_ = text; };
    return options;
  }

  static LoggerConfig Parse(const std::string& text) {
    const auto config = ParseLoggerConfig(WithoutPreprocessing(text, "c"));
    EXPECT_TRUE(config) << ErrorOf(config);
    return config.value_or(LoggerConfig());
  }

  MetricId IdOf(const std::string& name) { return *source_.Find(name); }

  LogOrder Order(Kind kind, State state, std::int32_t millis, const std::string& name,
                 std::vector<InstanceId> instances = {}) {
    return {kind, state, millis, {{IdOf(name), std::move(instances)}}};
  }

  // "on mandatory 1000 logged present", ... for each instance; or the error.
  std::string Give(Recording& recording, LogOrder order) {
    std::optional<Result<OrderOutcome>> answer;
    recording.StartOrder(std::move(order), [&](Result<OrderOutcome> outcome) { answer = outcome; });
    Advance(recording);
    if (!answer) return "no answer";
    if (!*answer) return answer->error().what;
    text_ = (*answer)->text;
    std::string all;
    for (const LogStates::Metric& metric : (*answer)->states.metrics) {
      if (metric.error != 0) all += std::to_string(metric.error);
      for (const auto& [instance, state] : metric.states) {
        if (!all.empty()) all += ", ";
        if (instance != kSingular) all += std::to_string(instance) + " ";
        all += std::string(state.is_on ? "on" : "off") + (state.is_mandatory ? " mandatory" : "");
        if (state.millis > 0) all += " " + std::to_string(state.millis);
        if (state.is_logged) all += " logged";
        if (state.is_present) all += " present";
      }
    }
    return all;
  }
  std::string Ask(Recording& recording, const std::string& name) {
    return Give(recording, Order(Kind::kEnquire, State::kOff, 0, name));
  }

  std::string orders_, text_;
};

TEST_F(OrdersTest, TurnMetricsOnAndOff) {
  Recording recording(source_, Controlled("log on 1 sec { a }"));
  Pass(recording, 2);
  EXPECT_EQ(Ask(recording, "a"), "on 1000 logged present");
  EXPECT_EQ(Ask(recording, "b"), "off");
  EXPECT_EQ(text_, "");
  EXPECT_EQ(Give(recording, Order(Kind::kMandatory, State::kOn, 2000, "b")), "on mandatory 2000");
  EXPECT_EQ(text_, "mandatory on every 2 sec: b");
  Pass(recording, 4);
  EXPECT_EQ(Give(recording, Order(Kind::kMandatory, State::kOff, 0, "a")),
            "off mandatory logged present");
  Pass(recording, 2);
  EXPECT_EQ(Ask(recording, "b"), "on mandatory 2000 logged present");
  Stop(recording);
  EXPECT_EQ(Values(archives_.back(), "b"), "2 2 2 2");
  ExpectSound(archives_.back());
}

TEST_F(OrdersTest, RecordOnceMeansNow) {
  Recording recording(source_, Controlled("log advisory on once { a }"));
  Pass(recording, 2);
  Give(recording, Order(Kind::kMandatory, State::kOn, 0, "a"));
  Pass(recording, 3);
  Stop(recording);
  EXPECT_EQ(Values(archives_.back(), "a"), "1 1");
}

TEST_F(OrdersTest, TellWhatIsGone) {
  Recording recording(source_, Controlled("log on 1 sec { s }"));
  Pass(recording, 2);
  source_.metrics["s"].values.erase(1);
  source_.members[kInvented].erase(1);
  Pass(recording, 2);
  EXPECT_EQ(Ask(recording, "s"), "0 on 1000 logged present, 1 on 1000 logged");
  EXPECT_EQ(Give(recording, Order(Kind::kAdvisory, State::kOn, 3000, "s")),
            "0 on 3000 logged present");
  Stop(recording);
}

TEST_F(OrdersTest, SingleInstancesKeepTheirOwnState) {
  Recording recording(source_, Controlled("log mandatory on 1 sec { s [0] }"));
  Pass(recording, 1);
  EXPECT_EQ(Give(recording, Order(Kind::kAdvisory, State::kOn, 5000, "s", {0, 1})),
            "0 on mandatory 1000 logged present, 1 on 5000");
  EXPECT_EQ(text_, "advisory on every 5 sec: s[1]; refused for s[0]");
  EXPECT_EQ(Give(recording, Order(Kind::kMandatory, State::kOn, 5000, "s", {-3})), "-3 off");
  Stop(recording);
}

TEST_F(OrdersTest, MaybeEndsTheAdviceOfInstancesOnlyBesideAMandate) {
  Recording recording(source_, Controlled("log on 1 sec { a }"));
  Pass(recording, 1);
  const auto give = [&](Kind kind, State state, std::vector<InstanceId> instances) {
    const std::int32_t millis = state == State::kOn ? 5000 : 0;
    std::string all = Give(recording, Order(kind, state, millis, "s", std::move(instances)));
    for (const std::string what : {" logged", " present"})  // instances may be recorded already
      for (std::size_t at; (at = all.find(what)) != all.npos;) all.erase(at, what.size());
    return all;
  };
  give(Kind::kAdvisory, State::kOn, {1});
  EXPECT_EQ(give(Kind::kMandatory, State::kMaybe, {}), "0 off, 1 on 5000");
  give(Kind::kMandatory, State::kOn, {0});
  EXPECT_EQ(give(Kind::kMandatory, State::kMaybe, {}), "0 off, 1 off");
  give(Kind::kAdvisory, State::kOn, {1});
  EXPECT_EQ(give(Kind::kMandatory, State::kMaybe, {1}), "1 off");
  Stop(recording);
}

TEST_F(OrdersTest, UnknownMetricsAreAnErrorOfTheirOwn) {
  Recording recording(source_, Controlled("log on 1 sec { a }"));
  Pass(recording, 1);
  LogOrder order = Order(Kind::kMandatory, State::kOn, 5000, "b");
  order.metrics.insert(order.metrics.begin(), {MetricId::Build(5, 5, 5), {}});
  EXPECT_EQ(Give(recording, order), "-12358, on mandatory 5000");
  Stop(recording);
}

TEST_F(OrdersTest, StandWhateverTheSourceDoes) {
  RecordingOptions options = Controlled("log on 1 sec { a b }");
  std::uint32_t changes = 0;
  options.recorder.take_changes = [&] { return std::exchange(changes, 0); };
  Recording recording(source_, std::move(options));
  Pass(recording, 1);
  Give(recording, Order(Kind::kMandatory, State::kOff, 0, "b"));
  changes = kNamesChanged;
  source_.Add("c", 7, 3);
  Pass(recording, 3);
  EXPECT_EQ(Ask(recording, "b"), "off mandatory logged present");
  EXPECT_EQ(Ask(recording, "a"), "on 1000 logged present");
  Stop(recording);
}

TEST_F(OrdersTest, StandForALaterRecording) {
  const char* const config = "log on 1 sec { a b s }";
  Recording first(source_, Controlled(config));
  Pass(first, 1);
  Give(first, Order(Kind::kMandatory, State::kOff, 0, "a"));
  Give(first, Order(Kind::kAdvisory, State::kOff, 0, "s"));
  Give(first, Order(Kind::kAdvisory, State::kOn, 7000, "s", {1}));
  Stop(first);
  RecordingOptions options = Controlled(config);
  options.recorder.append = true;
  options.orders = Parse(orders_);
  Recording second(source_, std::move(options));
  Pass(second, 1);
  EXPECT_EQ(Ask(second, "a"), "off mandatory");
  EXPECT_EQ(Ask(second, "b"), "on 1000 logged present");
  EXPECT_EQ(Ask(second, "s"), "0 off, 1 on 7000 logged present");
  // Earlier orders stand in the text of the next ones.
  Give(second, Order(Kind::kMandatory, State::kOff, 0, "b"));
  EXPECT_NE(orders_.find("log mandatory off { a }"), std::string::npos) << orders_;
  EXPECT_NE(orders_.find("log advisory on 7 sec { s [1] }"), std::string::npos) << orders_;
  Stop(second);
}

TEST_F(OrdersTest, ASilentSourceRefuses) {
  Recording recording(source_, Controlled("log on 1 sec { a }"));
  Pass(recording, 1);
  LogOrder order = Order(Kind::kMandatory, State::kOn, 5000, "b");
  source_.trouble = Errc::kDisconnected;
  EXPECT_EQ(Give(recording, order), "The invented source is in trouble");
  EXPECT_EQ(Give(recording, order), "The source does not answer");
  source_.trouble.reset();
  Pass(recording, 3);
  EXPECT_EQ(Ask(recording, "b"), "off");
  Stop(recording);
  EXPECT_EQ(Give(recording, order), "The recording is over");
}

TEST_F(OrdersTest, ASourceThatIsAlwaysLateDoesNotShutThemOut) {
  Recording recording(source_, Controlled("log on 1 sec { a }"));
  Pass(recording, 2);
  bool is_answered = false;
  recording.StartOrder(Order(Kind::kMandatory, State::kOff, 0, "a"),
                       [&](const Result<OrderOutcome>&) { is_answered = true; });
  for (int i = 0; i < 5; ++i) {  // each step takes longer than the interval
    now_ += 3 * kSecond;
    recording.Advance(now_);
  }
  EXPECT_TRUE(is_answered);
  Stop(recording);
}

TEST_F(OrdersTest, SingleInstancesNeedCommonNumbers) {
  RecordingOptions options = Controlled("log on 1 sec { a }");
  options.has_common_instances = false;
  Recording recording(source_, std::move(options));
  Pass(recording, 1);
  EXPECT_EQ(Give(recording, Order(Kind::kMandatory, State::kOn, 1000, "s", {1})), "1 off");
  EXPECT_EQ(Give(recording, Order(Kind::kMandatory, State::kOn, 1000, "s")),
            "0 on mandatory 1000, 1 on mandatory 1000");
  Stop(recording);
}

TEST_F(OrdersTest, ThereIsRoomForSoManySettings) {
  Recording recording(source_, Controlled("log on 1 sec { a }"));
  Pass(recording, 1);
  LogOrder order = Order(Kind::kMandatory, State::kOn, 1000, "s");
  for (InstanceId i = 0; i < 20'000; ++i) order.metrics[0].instances.push_back(i);
  Give(recording, order);
  EXPECT_NE(text_.find("s[19] and 9980 more; refused for s[10000], "), std::string::npos) << text_;
  EXPECT_EQ(Give(recording, Order(Kind::kMandatory, State::kOff, 0, "a")),
            "on 1000 logged present");
  // What is there already can be changed, and taken away.
  EXPECT_EQ(Give(recording, Order(Kind::kMandatory, State::kOff, 0, "s", {7})), "7 off mandatory");
  Give(recording, Order(Kind::kMandatory, State::kOff, 0, "s"));
  EXPECT_EQ(Give(recording, Order(Kind::kMandatory, State::kOff, 0, "a")),
            "off mandatory logged present");
  Stop(recording);
}

TEST_F(OrdersTest, AVolumeIsBegunWithoutTheSource) {
  Recording recording(source_, Controlled("log on 1 sec { a }"));
  Pass(recording, 1);
  source_.trouble = Errc::kDisconnected;
  Pass(recording, 1);
  std::int32_t volume = 0;
  recording.StartVolume([&](const Result<std::int32_t>& begun) { volume = begun.value_or(-1); });
  Pass(recording, 1);
  EXPECT_EQ(volume, 1);
  source_.trouble.reset();
  Pass(recording, 2);
  Stop(recording);
}

TEST_F(OrdersTest, EarlierOrdersWaitForTheirMetric) {
  RecordingOptions options = Controlled("log on 1 sec { a }");
  options.orders = Parse("log mandatory on 3 sec { later [\"x y\", 2] }\nlog advisory off { a }");
  Recording recording(source_, std::move(options));
  Pass(recording, 1);
  Give(recording, Order(Kind::kMandatory, State::kOff, 0, "b"));
  EXPECT_NE(orders_.find("log mandatory on 3 sec { later [\"x y\", 2] }"), std::string::npos)
      << orders_;
  EXPECT_NE(orders_.find("log advisory off { a }"), std::string::npos) << orders_;
  Stop(recording);
}

TEST_F(OrdersTest, NewVolumesAndFlushesAreAnswered) {
  Recording recording(source_, Controlled("log on 1 sec { a }"));
  Pass(recording, 1);
  std::int32_t volume = 0;
  bool is_flushed = false;
  recording.StartVolume([&](const Result<std::int32_t>& begun) { volume = begun.value_or(-1); });
  recording.StartFlush([&](const Result<void>& flushed) { is_flushed = flushed.has_value(); });
  Pass(recording, 2);
  EXPECT_EQ(volume, 1);
  EXPECT_TRUE(is_flushed);
  Stop(recording);
}

TEST_F(OrdersTest, AnEmptyScheduleDoesNotEndTheRecording) {
  Recording recording(source_, Controlled("log on 1 sec { a }"));
  Pass(recording, 1);
  Give(recording, Order(Kind::kMandatory, State::kOff, 0, "a"));
  Pass(recording, 5);
  EXPECT_FALSE(recording.is_over());
  Give(recording, Order(Kind::kMandatory, State::kOn, 1000, "b"));
  Pass(recording, 2);
  Stop(recording);
  EXPECT_EQ(Values(archives_.back(), "b"), "2 2");
}

}  // namespace
}  // namespace fdr::test
