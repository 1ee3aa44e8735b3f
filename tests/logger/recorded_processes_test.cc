// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Rates in recordings that have only the busy processes of an invented machine.

#include <gtest/gtest.h>

#include <cmath>

#include "fdr/archive/check.h"
#include "fdr/logger/archive_recorder.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/local/toy_process.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

constexpr Timestamp kStart = {1'700'000'000, 0};
constexpr const char* kTime = "proc.psinfo.utime";

class RecordedProcessesTest : public testing::TestWithParam<Version> {
 protected:
  RecordedProcessesTest() {
    tree_.busy = {.most = 1, .round = 20, .rewrites_domain = GetParam() == Version::k2};
    for (std::size_t i = 0; i < std::size(processes_); ++i)
      processes_[i] = {.pid = static_cast<int>(i) + 1, .user = 1000};
    LocalContext& machine = tree_.context();
    RecorderOptions options;
    options.names.text = base_;
    options.identity = {"recorderhost", "/", 77};
    options.version = GetParam();
    options.sync = std::launch::deferred;
    options.take_earlier = [&machine](std::span<const MetricId> metrics, FetchResult& earlier) {
      return machine.FetchEarlier(metrics, earlier);
    };
    recorder_.emplace(machine, options);
    EXPECT_TRUE(recorder_->Open());
    std::vector<MetricId> ids;
    for (const char* name : {"kernel.all.load", kTime, "proc.psinfo.cmd", "proc.io.read_bytes"})
      ids.push_back(*machine.Find(name));
    metrics_ = *recorder_->Describe(ids);
  }

  // One sample a second, never quite on time.
  void Sample() {
    for (const test::ToyProcess& process : processes_) process.Put(tree_);
    constexpr std::int32_t kLate[] = {300'000, 500'000, 100'000, 400'000, 200'000};
    tree_.clock = kStart.Plus(samples_ * kNanosPerSecond + kLate[samples_ % 5]);
    ++samples_;
    ASSERT_TRUE(recorder_->Sample(metrics_));
  }
  void Pass(int samples) {
    for (int i = 0; i < samples; ++i) Sample();
  }

  // Milliseconds of CPU time that a process used, second by second, as tools see it who look at the
  // archive once a second; -1 where there is no value.  Rounded, as samples are not quite on time.
  std::vector<int> Rates(InstanceId pid) {
    EXPECT_TRUE(recorder_->Finish());
    const auto archive = ArchiveContext::Open(base_);
    EXPECT_TRUE(archive);
    const MetricId id = *(*archive)->Find(kTime);
    EXPECT_TRUE(
        (*archive)->SetMode(Mode::kInterpolated, (*archive)->label().start, kNanosPerSecond));
    std::vector<int> rates;
    std::optional<double> before;
    FetchResult result;
    while (test::Got((*archive)->Fetch(std::span(&id, 1), result))) {
      std::optional<double> now;
      for (const FetchedValue& value : result.AllValues())
        if (value.instance == pid) now = static_cast<double>(value.bits);
      rates.push_back(now && before ? static_cast<int>(std::lround((*now - *before) / 10)) * 10
                                    : -1);
      before = now;
    }
    return rates;
  }

  void ExpectSound() const {
    EXPECT_EQ(test::PeerOutput({"pmlogcheck", "-w", base_}), "");
    EXPECT_NE(test::PeerOutput({"pmdumplog", "-a", base_}), "");
  }

  test::KernelTree tree_;
  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "rec";
  test::ToyProcess processes_[5];
  std::optional<ArchiveRecorder> recorder_;
  std::vector<MetricId> metrics_;
  int samples_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Versions, RecordedProcessesTest,
                         testing::Values(Version::k2, Version::k3));

TEST_P(RecordedProcessesTest, TheSecondInWhichAProcessBecameBusyHasItsRate) {
  Pass(6);
  processes_[2].user += 90;
  Pass(8);
  const std::vector<int> rates = Rates(3);
  ASSERT_GE(rates.size(), 9u);
  for (std::size_t i = 1; i < 10; ++i) EXPECT_EQ(rates[i], i == 6 ? 900 : 0) << i;
  ExpectSound();
}

TEST_P(RecordedProcessesTest, SoDoesTheSecondInWhichItBecameBusyAgain) {
  processes_[2].user += 50;
  Pass(3);
  processes_[2].user += 80;
  Pass(10);
  processes_[2].user += 70;
  Pass(4);
  const std::vector<int> rates = Rates(3);
  ASSERT_GE(rates.size(), 15u);
  for (std::size_t i = 1; i < 15; ++i) EXPECT_EQ(rates[i], i == 3 ? 800 : i == 13 ? 700 : 0) << i;
}

TEST_P(RecordedProcessesTest, ACompetitorDoesNotHideThatTimePassed) {
  Pass(3);
  processes_[1].user += 40;
  processes_[2].user += 30;  // not recorded
  Pass(3);
  processes_[2].user += 60;
  Pass(4);
  const std::vector<int> rates = Rates(3);
  ASSERT_GE(rates.size(), 8u);
  EXPECT_EQ(rates[6], 600);
  // The time that was not recorded is spread over the seconds before.
  EXPECT_EQ(rates[1] + rates[2] + rates[3] + rates[4] + rates[5], 300);
}

TEST_P(RecordedProcessesTest, AnIdentifierThatIsUsedAgainDoesNotGoBackWhileItIsBusy) {
  processes_[2].user = 5000;
  Pass(3);
  processes_[2] = {.pid = 3, .program = "other", .start = 900, .user = 60};
  Pass(1);
  processes_[2].user = 100;
  Pass(3);
  const std::vector<int> rates = Rates(3);
  ASSERT_GE(rates.size(), 6u);
  EXPECT_EQ(rates[4], 400);
  EXPECT_EQ(rates[5], 0);
  const auto archive = ArchiveContext::Open(base_);
  const MetricId id = *(*archive)->Find(kTime);
  ASSERT_TRUE((*archive)->SetMode(Mode::kInterpolated, kStart.Plus(2'500'000'000), 0));
  FetchResult result;
  ASSERT_TRUE((*archive)->Fetch(std::span(&id, 1), result));
  double at_half = 0;
  for (const FetchedValue& value : result.AllValues())
    if (value.instance == 3) at_half = static_cast<double>(value.bits);
  EXPECT_NEAR(at_half, 300, 5);
}

TEST_P(RecordedProcessesTest, NothingIsRecordedAcrossAGap) {
  Pass(4);
  recorder_->SetGap();
  processes_[2].user += 90;
  Pass(3);
  const std::vector<int> rates = Rates(3);
  for (const int rate : rates) EXPECT_LE(rate, 0);
  ExpectSound();
}

TEST_P(RecordedProcessesTest, EveryProcessHasItsNameFromTheFirstRecordOn) {
  Pass(2);
  processes_[4] = {.pid = 50, .program = "late", .start = 700, .user = 20};
  Pass(2);
  ASSERT_TRUE(recorder_->Finish());
  const std::string dump = test::PeerOutput({"pmdumplog", base_, kTime});
  EXPECT_NE(dump.find("\"000050 (late)\"] value 0"), std::string::npos) << dump;
  EXPECT_NE(dump.find("\"000050 (late)\"] value 200"), std::string::npos) << dump;
  EXPECT_EQ(dump.find("???"), std::string::npos) << dump;
}

}  // namespace
}  // namespace fdr
