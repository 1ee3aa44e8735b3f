// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <atomic>
#include <deque>
#include <thread>
#include <utility>

#include "fdr/replay/forwarding_context.h"
#include "fdr/tests/logger/recording_fixture.h"

namespace fdr::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::hours;
using std::chrono::milliseconds;

// A source that answers only while it is waited for, as hosts do.
class WaitedSource final : public ForwardingContext {
 public:
  explicit WaitedSource(Context& answers) : ForwardingContext(answers) {}

  void Start(Question question) override { open_.push_back(std::move(question)); }
  void Wait() override {
    ASSERT_FALSE(open_.empty()) << "nothing will ever happen";
    Question question = std::move(open_.front());
    open_.pop_front();
    source().Start(std::move(question));
  }

 private:
  std::deque<Question> open_;
};

class RunRecordingTest : public RecordingFixture {
 protected:
  RunRecordingTest() { source_.Add("toy.a", 1, 7); }

  RecordingOptions Every(std::chrono::nanoseconds interval) {
    RecordingOptions options = Options();
    options.config = ConfigForNames(std::vector<std::string>{"toy.a"}, interval);
    return options;
  }
};

TEST_F(RunRecordingTest, EndsWithTheLastSampleThatIsWanted) {
  RecordingOptions options = Every(milliseconds(1));
  options.samples = 3;
  Recording recording(source_, std::move(options));
  const Result<void> run = recording.Run({});
  EXPECT_TRUE(run) << ErrorOf(run);
  EXPECT_TRUE(recording.is_over());
  EXPECT_EQ(Values(directory_ / "rec", "toy.a"), "7 7 7");
  ExpectSound(directory_ / "rec");
}

TEST_F(RunRecordingTest, EndsWhenTheCallerHasEnough) {
  Recording recording(source_, Every(milliseconds(1)));
  const Result<void> run =
      recording.Run({.is_enough = [&] { return recording.recorded().samples == 2; }});
  EXPECT_TRUE(run) << ErrorOf(run);
  EXPECT_EQ(Values(directory_ / "rec", "toy.a"), "7 7");
}

TEST_F(RunRecordingTest, EndsAtItsTimeAndSleepsBefore) {
  Recording recording(source_, Every(hours(1)));
  int steps = 0;
  const auto count = [&] { return ++steps == 0; };
  const auto end = Clock::now() + milliseconds(100);  // slow on purpose: nothing is due until then
  const Result<void> run = recording.Run({.until = end, .is_enough = count});
  EXPECT_TRUE(run) << ErrorOf(run);
  EXPECT_TRUE(recording.is_over());
  EXPECT_LE(recording.samples(), 1U);
  EXPECT_LE(steps, 10);  // a loop that does not sleep makes thousands
}

TEST_F(RunRecordingTest, RecordsNothingAfterItsTime) {
  Recording recording(source_, Every(milliseconds(1)));
  const Result<void> run = recording.Run({.until = Clock::now()});
  EXPECT_TRUE(run) << ErrorOf(run);
  EXPECT_TRUE(recording.is_over());
  EXPECT_EQ(recording.samples(), 0U);
}

TEST_F(RunRecordingTest, AnotherThreadEndsItInALongPause) {
  RecordingOptions options = Every(hours(1));
  std::atomic<bool> is_recorded = false;
  const auto note = [&] {
    is_recorded = true;
    is_recorded.notify_one();
  };
  options.on_record = [&](const RecordedGroup&) { note(); };
  Recording recording(source_, std::move(options));
  std::stop_source stop;
  std::thread other([&] {
    is_recorded.wait(false);
    stop.request_stop();
  });
  const Result<void> run = recording.Run({.cancel = stop.get_token()});
  note();  // even if it ended without a record
  other.join();
  EXPECT_TRUE(run) << ErrorOf(run);
  EXPECT_EQ(Values(directory_ / "rec", "toy.a"), "7");
  ExpectSound(directory_ / "rec");
}

TEST_F(RunRecordingTest, WaitsForASourceThatAnswersLater) {
  WaitedSource waited(source_);
  RecordingOptions options = Every(milliseconds(1));
  options.samples = 2;
  Recording recording(waited, std::move(options));
  const Result<void> run = recording.Run({});
  EXPECT_TRUE(run) << ErrorOf(run);
  EXPECT_EQ(Values(directory_ / "rec", "toy.a"), "7 7");
}

// Returns from Wait() at once, until its answer is there.
class HastySource final : public ForwardingContext {
 public:
  explicit HastySource(Context& answers) : ForwardingContext(answers) {}

  int waits() const { return waits_; }

  void Start(Question question) override {
    answers_at_ = Clock::now() + milliseconds(100);  // slow on purpose: a loop may spin until then
    open_.push_back(std::move(question));
  }
  void Wait() override {
    ++waits_;
    if (open_.empty() || Clock::now() < answers_at_) return;
    Question question = std::move(open_.front());
    open_.pop_front();
    source().Start(std::move(question));
  }

 private:
  std::deque<Question> open_;
  Clock::time_point answers_at_;
  int waits_ = 0;
};

TEST_F(RunRecordingTest, SleepsIfTheSourceDoesNotWait) {
  HastySource hasty(source_);
  RecordingOptions options = Every(milliseconds(1));
  options.samples = 1;
  Recording recording(hasty, std::move(options));
  const Result<void> run = recording.Run({});
  EXPECT_TRUE(run) << ErrorOf(run);
  EXPECT_EQ(Values(directory_ / "rec", "toy.a"), "7");
  EXPECT_LE(hasty.waits(), 10'000);  // a loop that does not sleep makes hundreds of thousands
}

// Answers the first questions, and none behind Hang() until it is disconnected.
class HungSource final : public ForwardingContext {
 public:
  explicit HungSource(Context& answers) : ForwardingContext(answers) {}

  void Hang() { hangs_ = true; }
  const std::atomic<bool>& is_asked() const { return is_asked_; }

  void Start(Question question) override {
    if (!hangs_) return source().Start(std::move(question));
    open_.push_back(std::move(question));
    is_asked_ = true;
    is_asked_.notify_one();
  }
  void Wait() override { WaitFor(milliseconds(1)); }
  void WaitFor(std::chrono::nanoseconds at_most) {
    std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(at_most, milliseconds(10)));
    if (Clock::now() < gives_up_at_) return;
    ADD_FAILURE() << "the question was not given up";
    Disconnect();
  }
  void Disconnect() {
    for (Question& question : std::exchange(open_, {}))
      std::visit([](auto& one) { one.done(Fail(Errc::kCancelled, "disconnected")); }, question);
  }

 private:
  bool hangs_ = false;
  std::atomic<bool> is_asked_ = false;
  std::deque<Question> open_;
  const Clock::time_point gives_up_at_ = Clock::now() + std::chrono::minutes(2);
};

TEST_F(RunRecordingTest, GivesUpAQuestionThatIsNotAnswered) {
  HungSource hung(source_);
  RecordingOptions options = Every(milliseconds(1));
  options.wait = [&](std::chrono::nanoseconds at_most) { hung.WaitFor(at_most); };
  options.disconnect = [&] { hung.Disconnect(); };
  options.on_record = [&](const RecordedGroup&) { hung.Hang(); };
  Recording recording(hung, std::move(options));
  std::stop_source stop;
  std::thread other([&] {
    hung.is_asked().wait(false);
    stop.request_stop();
  });
  const Result<void> run = recording.Run({.cancel = stop.get_token()});
  other.join();
  EXPECT_TRUE(run) << ErrorOf(run);
  EXPECT_TRUE(recording.is_over());
  EXPECT_EQ(Values(directory_ / "rec", "toy.a"), "7");
  ExpectSound(directory_ / "rec");
}

TEST_F(RunRecordingTest, ReportsTroubleOnTheWayAndGoesOn) {
  RecordingOptions options = Every(milliseconds(1));
  options.samples = 1;
  int attempts = 0;
  options.connect = [&](const Done<void>& done) {
    ++attempts == 1 ? done(Fail(Errc::kDisconnected, "refused")) : done({});
  };
  Recording recording(source_, std::move(options));
  const Result<void> run = recording.Run({});
  EXPECT_TRUE(run) << ErrorOf(run);
  EXPECT_EQ(events_, (std::vector<std::string>{"refused; trying again", "found"}));
  EXPECT_EQ(Values(directory_ / "rec", "toy.a"), "7");
}

TEST_F(RunRecordingTest, TheErrorIsWhyItEndedEarly) {
  RecordingOptions options = Every(milliseconds(1));
  options.config = ConfigForNames(std::vector<std::string>{"no.such"});
  Recording recording(source_, std::move(options));
  EXPECT_EQ(ErrorOf(recording.Run({})), "There is nothing to record");
  EXPECT_EQ(warnings_.size(), 1U);
}

TEST_F(RunRecordingTest, AnIntervalOf0IsOnce) {
  Recording recording(source_, Every(std::chrono::nanoseconds(0)));
  const Result<void> run = recording.Run({});
  EXPECT_TRUE(run) << ErrorOf(run);
  EXPECT_EQ(Values(directory_ / "rec", "toy.a"), "7");
}

}  // namespace
}  // namespace fdr::test
