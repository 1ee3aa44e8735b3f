// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A recording of this machine and of an agent that does not answer for a while.  The test sets the
// clock of the recording, so only the agent can delay a sample.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fdr/logger/recording.h"
#include "fdr/replay/name_space/load_name_space.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/sources/agents/hosted_context.h"
#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/tests/agents/odd_agent.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

constexpr Nanos kInterval = 1'000'000'000;
constexpr std::int64_t kBegin = 1'700'000'000;
constexpr auto kForEver = std::chrono::hours(1);

LoggerConfig Names(const std::vector<std::string>& names, Nanos interval = kInterval) {
  LoggerConfig config = ConfigForNames(names);
  config.statements.at(0).interval = interval;
  return config;
}

class LateAgentRecordingTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto clock = [this] { return Timestamp{kBegin + now_ / kInterval, 0}; };
    AgentOptions agents;
    agents.start_limit = agents.request_limit = kForEver;
    agents.log = [this](const std::string& line) { Log(line); };
    agents.clock = [this, clock] {
      if (std::exchange(is_late_after_values_, false)) SetPatience(std::chrono::milliseconds(1));
      return clock();
    };
    constexpr const char* kNames = "root {\n gated 252:0:15\n wordy 252:0:19\n}\n";
    context_ = HostedContext::Open(
                   {.clock = clock}, std::move(agents), loop_,
                   {{test::OddAgent(test::kOddDomain, {"--gate", gate_})},
                    std::make_shared<const NameSpace>(ParseNameSpace(kNames, "names", {}).value()),
                    false})
                   .value();
    std::ofstream{gate_};
  }

  void Record(LoggerConfig config) {
    RecordingOptions options;
    options.recorder.names.text = base_;
    options.recorder.sync = std::launch::deferred;
    options.recorder.take_changes = [this] {
      return context_->TakeChanges() | std::exchange(changes_, 0);
    };
    options.on_sample = [this](const AskingTask& task) {
      EXPECT_EQ(task.shortest, kInterval);
      asking_.push_back(task.interval / kInterval);
      longest_ = task.longest / kInterval;
    };
    options.config = std::move(config);
    options.default_interval = kInterval;
    recording_ = std::make_unique<Recording>(*context_, std::move(options));
  }

  void SetPatience(std::chrono::nanoseconds patience) {
    context_->agents().SetPatience({patience});
  }
  // The agent is late once.
  void Log(const std::string& line) {
    log_.push_back(line);
    if (line.find("it is late") != std::string::npos) SetPatience(kForEver);
  }

  // Each sample is recorded before the time of the next one.
  void Pass(int samples) {
    for (const Nanos end = now_ + samples * kInterval; now_ < end; now_ += kInterval) DoWhatIsDue();
  }
  void DoWhatIsDue() {
    while (!recording_->is_over() && (!recording_->NextDue() || *recording_->NextDue() <= now_)) {
      if (recording_->NextDue())
        recording_->Advance(now_);
      else
        context_->Wait();
    }
  }
  void BecomeLate() {
    std::filesystem::remove(gate_);
    SetPatience(std::chrono::milliseconds(1));
    Pass(1);
  }
  void AnswerAgain() {
    std::ofstream{gate_};
    while (log_.empty() || !log_.back().ends_with("it answers again")) loop_->RunOne();
  }
  void Stop() {
    recording_->Stop();
    DoWhatIsDue();
    EXPECT_FALSE(recording_->failure()) << recording_->failure()->Message();
  }

  /// Of a metric in all records but the first and the last, which describe the recorder: "+" for a
  /// value, "!" for an error, "." for neither, "|" for a mark.
  std::string Recorded(const std::string& name) const {
    const auto archive = ArchiveContext::Open(base_).value();
    const MetricId id = archive->Find(name).value();
    std::string all;
    FetchResult record;
    while (test::Got(archive->FetchRecord(record))) {
      char seen = record.is_mark() ? '|' : '.';
      for (const FetchedSet& set : record.sets())
        if (set.id == id) seen = set.count > 0 ? '+' : '!';
      all += seen;
    }
    return all;
  }
  /// In seconds since the first sample, of records that have the metric.
  std::vector<std::int64_t> StampsOf(const std::string& name) const {
    const auto archive = ArchiveContext::Open(base_).value();
    const MetricId id = archive->Find(name).value();
    std::vector<std::int64_t> stamps;
    FetchResult record;
    while (test::Got(archive->FetchRecord(record)))
      for (const FetchedSet& set : record.sets())
        if (set.id == id) stamps.push_back(record.stamp().sec - kBegin);
    return stamps;
  }

  const test::TempDirectory directory_;
  const std::string gate_ = directory_ / "gate", base_ = directory_ / "rec";
  Nanos now_ = 0;
  std::uint32_t changes_ = 0;
  bool is_late_after_values_ = false;
  std::vector<Nanos> asking_;  // in seconds
  Nanos longest_ = 0;
  std::vector<std::string> log_;
  std::shared_ptr<EventLoop> loop_ = *EventLoop::Make();
  std::unique_ptr<HostedContext> context_;
  std::unique_ptr<Recording> recording_;
};

TEST_F(LateAgentRecordingTest, SamplesAreTakenWithoutTheLateAgent) {
  Record(Names({"hinv.ncpu", "gated"}));
  Pass(2);
  BecomeLate();
  Pass(3);
  AnswerAgain();
  Pass(2);
  Stop();
  EXPECT_EQ(StampsOf("hinv.ncpu"), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(Recorded("hinv.ncpu"), ".++++++++.");
  EXPECT_EQ(Recorded("gated"), ".++!!!!++.");
  EXPECT_EQ(log_.size(), 2u);
}

// Questions about names and descriptors fail, too.  They are asked again later.
TEST_F(LateAgentRecordingTest, AConfigurationIsAppliedWithoutTheLateAgent) {
  Record(Names({"hinv.ncpu", "gated"}));
  Pass(2);
  BecomeLate();
  changes_ = kNamesChanged;
  Pass(3);
  AnswerAgain();
  Pass(3);
  Stop();
  EXPECT_EQ(StampsOf("hinv.ncpu"), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  const std::string gated = Recorded("gated");
  EXPECT_EQ(gated.find('|'), std::string::npos) << gated;
  EXPECT_TRUE(gated.starts_with(".++!") && gated.ends_with("++.")) << gated;
}

TEST_F(LateAgentRecordingTest, EachTaskHasItsOwnPatience) {
  LoggerConfig config = Names({"hinv.ncpu"});
  config.Append(Names({"gated"}, 3 * kInterval));
  Record(std::move(config));
  Pass(4);
  Stop();
  EXPECT_EQ(asking_, (std::vector<Nanos>{1, 3, 1, 1, 1, 3}));
  EXPECT_EQ(longest_, 3);
}

// Values come in time, but not the labels and texts that belong to them.  Another task has its turn
// before they can be asked for again.
TEST_F(LateAgentRecordingTest, LateTextsAreRecordedLater) {
  LoggerConfig config = Names({"hinv.ncpu"});
  config.Append(Names({"wordy"}, 2 * kInterval));
  Record(std::move(config));
  std::filesystem::remove(gate_);
  is_late_after_values_ = true;
  Pass(1);
  AnswerAgain();
  Pass(4);
  Stop();
  EXPECT_EQ(StampsOf("wordy"), (std::vector<std::int64_t>{0, 2, 4}));
  EXPECT_EQ(log_.size(), 2u);
  const auto archive = ArchiveContext::Open(base_).value();
  const MetricId wordy = archive->Find("wordy").value();
  EXPECT_EQ(archive->Text(TextKind::kMetricOneLine, wordy.value).value_or("no text"),
            "an odd metric");
}

}  // namespace
}  // namespace fdr
