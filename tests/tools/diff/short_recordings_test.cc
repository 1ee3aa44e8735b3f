// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr diff` without times, on recordings that people stop after seconds.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class ShortRecordingsTest : public testing::Test {
 protected:
  static constexpr InDomId kProcesses = InDomId::Build(60, 1), kDisks = InDomId::Build(60, 2);
  static constexpr MetricId kTime = MetricId::Build(60, 0, 2),
                            kCapacity = MetricId::Build(60, 0, 3),
                            kRecorder = MetricId::Build(2, 3, 0);
  static constexpr std::uint32_t kNoisy = 40;
  static constexpr InstanceId kIdle = 1, kHog = 4242;

  static constexpr std::array kBusy = {"kernel.all.cpu.user", "kernel.all.cpu.vuser",
                                       "kernel.percpu.cpu.user", "kernel.percpu.cpu.vuser"};

  static MetricId Busy(std::size_t i) {
    return MetricId::Build(60, 2, static_cast<std::uint32_t>(i));
  }
  static MetricId Noise(std::uint32_t i) { return MetricId::Build(60, 1, i); }

  // A process that takes a whole processor.
  struct Hog {
    double from = 0, to = 0;  // seconds
  };

  struct Recording {
    double seconds, interval;
    Hog hog;
  };

  static void Describe(ArchiveBuilder& archive) {
    const Units time{.dim_time = 1, .scale_time = 2}, count{.dim_count = 1};
    for (std::size_t i = 0; i < kBusy.size(); ++i)
      archive.Metric({kBusy[i], Busy(i), Type::kU64, {}, Semantics::kCounter, time});
    archive.Metric({"proc.psinfo.utime", kTime, Type::kU64, kProcesses, Semantics::kCounter, time})
        .Metric({"disk.dev.capacity",
                 kCapacity,
                 Type::kU64,
                 kDisks,
                 Semantics::kDiscrete,
                 {.dim_space = 1, .scale_space = 1}})
        .Metric({"pmcd.pmlogger.port", kRecorder})
        .InDom(At(0), kDisks, {{0, "sda"}})
        .InDom(At(0), kProcesses, {{kIdle, "000001 init"}, {kHog, "004242 hog"}});
    for (std::uint32_t i = 0; i < kNoisy; ++i)
      archive.Metric(
          {"noise.n" + std::to_string(i), Noise(i), Type::kU64, {}, Semantics::kCounter, count});
  }

  // As recorders do: a first and a last record, which have no samples.
  static void Write(const std::string& base, const Recording& recording, unsigned seed) {
    ArchiveBuilder archive(base, Version::k3);
    Describe(archive);
    std::mt19937 random(seed);
    std::gamma_distribution<double> burst(8, 0.125);
    std::vector<double> noise(kNoisy);
    const Hog& hog = recording.hog;
    archive.Record(At(0), {Single(kRecorder, std::int64_t{4330})});
    double t = 0.05;
    for (; t < recording.seconds - 0.3; t += recording.interval) {
      const double used = 1000 * std::clamp(t - hog.from, 0.0, hog.to - hog.from);
      // The kernel counts in ticks.
      const auto ticks = static_cast<std::int64_t>(used / 10) * 10;
      std::vector<Values> values = {{kTime, {{kIdle, std::int64_t{0}}}},
                                    {kCapacity, {{0, std::int64_t{256} << 20}}}};
      if (t >= hog.from && t < hog.to) values[0].values.push_back({kHog, ticks});
      for (std::size_t i = 0; i < kBusy.size(); ++i)
        values.push_back(Single(Busy(i), 10 * static_cast<std::int64_t>(t) + ticks));
      for (std::uint32_t i = 0; i < kNoisy; ++i) {
        noise[i] += 1000 * recording.interval * burst(random);
        values.push_back(Single(Noise(i), static_cast<std::int64_t>(noise[i])));
      }
      archive.Record(At(t), values);
    }
    archive.Record(At(recording.seconds), {Single(kRecorder, std::int64_t{4330})});
  }

  // Of "(5.18 s)" or "(00:05:00)".
  static double SecondsOf(const std::string& out, const std::string& line) {
    const std::size_t at = out.find(line), open = out.find('(', at);
    if (at == out.npos || open == out.npos) return 0;
    const std::string length = out.substr(open + 1, out.find(')', open) - open - 1);
    if (length.ends_with(" s")) return std::stod(length);
    return std::stod(length.substr(0, 2)) * 3600 + std::stod(length.substr(3, 2)) * 60 +
           std::stod(length.substr(6));
  }

  // Either says that nothing differs, or shows two windows with samples.
  static void ExpectSense(const ChildOutcome& outcome, double interval) {
    if (outcome.exit_status == 1) {
      EXPECT_TRUE(Has(outcome.err, "No stretch of the archive differs"));
      return;
    }
    ASSERT_EQ(outcome.exit_status, 0) << outcome.err;
    EXPECT_EQ(outcome.out.find("disk.dev.capacity"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("recorded only"), std::string::npos) << outcome.out;
    for (const char* line : {"before:", "after:"})
      EXPECT_GE(SecondsOf(outcome.out, line), 2 * interval - 0.01) << outcome.out;
  }
};

TEST_F(ShortRecordingsTest, AHogIsNamedOrNothingDiffers) {
  const TempDirectory directory;
  int number = 0, found = 0;
  for (const double seconds : {5.0, 12.0, 25.0, 60.0})
    for (const double interval : {0.1, 1.0})
      for (const double place : {0.3, 0.5, 0.9}) {
        const double length = std::min(5.0, seconds / 4), from = place * (seconds - length);
        const std::string base = directory / std::to_string(number++);
        Write(base, {seconds, interval, {from, from + length}}, 1);
        const ChildOutcome outcome = RunFdr({"diff", base});
        SCOPED_TRACE(std::to_string(seconds) + " s, every " + std::to_string(interval) +
                     " s, a hog from " + std::to_string(from));
        ExpectSense(outcome, interval);
        // A process with one sample has no rate.
        const bool is_named = outcome.out.find("hog") != outcome.out.npos ||
                              outcome.out.find("kernel.") != outcome.out.npos;
        EXPECT_TRUE(is_named || outcome.exit_status == 1) << outcome.out;
        found += is_named;
      }
  EXPECT_GE(found, 18) << "of " << number;
}

// Nothing lies before the hog, so what is found begins later.
TEST_F(ShortRecordingsTest, WithAHogAtTheStartAStretchHasATimeBefore) {
  const TempDirectory directory;
  int number = 0, found = 0;
  for (const double seconds : {5.0, 12.0, 25.0, 60.0})
    for (const double interval : {0.1, 1.0}) {
      const std::string base = directory / std::to_string(number++);
      Write(base, {seconds, interval, {0, seconds / 10}}, 1);
      const ChildOutcome outcome = RunFdr({"diff", base});
      SCOPED_TRACE(std::to_string(seconds) + " s, every " + std::to_string(interval) + " s");
      ExpectSense(outcome, interval);
      found += outcome.exit_status == 0;
    }
  EXPECT_GE(found, 4) << "of " << number;
}

TEST_F(ShortRecordingsTest, WhatAWindowLacksHasNotBecomeZero) {
  const TempDirectory directory;
  Write(directory / "toy", {12, 1, {6, 8}}, 1);
  for (const char* at : {"9.2s", "11.2s", "11.5s"}) {
    const ChildOutcome outcome =
        RunFdr({"diff", directory / "toy", "--at", at, "--window", "0.5s", "--top", "0"});
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    EXPECT_EQ(outcome.out.find("disk.dev.capacity  "), std::string::npos) << at << outcome.out;
    EXPECT_EQ(outcome.out.find("to 0"), std::string::npos) << at << outcome.out;
  }
}

TEST_F(ShortRecordingsTest, NoiseAloneHasWindowsWithSamples) {
  const TempDirectory directory;
  unsigned number = 0;
  for (const double seconds : {5.0, 12.0, 25.0, 60.0})
    for (const double interval : {0.1, 1.0}) {
      const std::string base = directory / std::to_string(number++);
      Write(base, {seconds, interval, {}}, number);
      const ChildOutcome outcome = RunFdr({"diff", base});
      SCOPED_TRACE(std::to_string(seconds) + " s, every " + std::to_string(interval) + " s");
      ExpectSense(outcome, interval);
    }
}

}  // namespace
}  // namespace fdr::test
