// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/instruments.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "fdr/replay/sources/mmv/value_file.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::mmv {
namespace {

class InstrumentFileTest : public testing::Test {
 protected:
  // The file as a collector reads it.
  ValueFile Read(const std::string& name) {
    Result<ValueFile> file =
        ValueFile::Open(folder_ / name, [](const Defect& defect) { ADD_FAILURE() << defect.what; });
    EXPECT_TRUE(file);
    EXPECT_TRUE(file->ReadValues());
    return std::move(*file);
  }
  static std::uint64_t Bits(const ValueFile& file, std::size_t metric, std::size_t value = 0) {
    const Content& content = file.content();
    return file.Bits(content.ValuesOf(content.metrics[metric])[value]);
  }

  test::TempDirectory folder_;
};

TEST_F(InstrumentFileTest, CollectorsSeeEveryInstrument) {
  InstrumentFile file("app", {.cluster = 17});
  auto& hits = file.Add<Counter>("hits", {.help = "requests", .more_help = "all of them"});
  auto& depth = file.Add<Gauge>("depth", {.units = Units{.dim_space = 1}, .item = 9});
  auto& load = file.Add<RealGauge>("load");
  auto& state = file.Add<Text>("state");
  auto& time = file.Add<Timer>("time");
  const Domain queue = file.AddDomain({"in", "out"}, "queues");
  const Family<Counter> jobs = file.Add<Counter>("jobs", queue);
  hits += 2;  // before there is a file
  state = "starting";
  ASSERT_TRUE(file.Publish(folder_.path()));
  EXPECT_TRUE(file.is_published());
  ++hits;
  hits.AddAlone(4);
  depth = 10;
  depth -= 13;
  load = 0.5;
  time.Add(250);
  jobs["out"] += 6;
  ++jobs.at(0);
  const ValueFile read = Read("app");
  const Content& content = read.content();
  EXPECT_EQ(content.header.version, 1);
  EXPECT_EQ(content.header.cluster, 17u);
  EXPECT_EQ(content.header.process, ::getpid());
  ASSERT_EQ(content.metrics.size(), 6u);
  EXPECT_EQ(content.metrics[0].short_text, "requests");
  EXPECT_EQ(content.metrics[0].long_text, "all of them");
  EXPECT_EQ(content.metrics[0].semantics, Semantics::kCounter);
  EXPECT_EQ(content.metrics[1].item, 9u);
  EXPECT_EQ(content.metrics[1].units, Units{.dim_space = 1});
  EXPECT_EQ(Bits(read, 0), 7u);
  EXPECT_EQ(hits.value(), 7u);
  EXPECT_EQ(static_cast<std::int64_t>(Bits(read, 1)), -3);
  EXPECT_EQ(std::bit_cast<double>(Bits(read, 2)), 0.5);
  EXPECT_EQ(read.Text(content.ValuesOf(content.metrics[3])[0]), "starting");
  EXPECT_EQ(Bits(read, 4), 250u);
  EXPECT_TRUE(content.metrics[4].is_elapsed);
  EXPECT_EQ(Bits(read, 5, 0), 1u);
  EXPECT_EQ(Bits(read, 5, 1), 6u);
  EXPECT_EQ(content.IndomOf(1)->short_text, "queues");
  state = std::string(300, 'x');
  EXPECT_EQ(state.value().size(), 255u);
}

TEST_F(InstrumentFileTest, AMeasurementShowsWhileItRuns) {
  InstrumentFile file("app");
  auto& time = file.Add<Timer>("time");
  ASSERT_TRUE(file.Publish(folder_.path()));
  {
    const auto outer = time.Measure();
    const ValueFile running = Read("app");
    const ValuePlace place = running.content().values[0];
    EXPECT_LT(running.Extra(place), -1'700'000'000'000'000);
    const auto inner = time.Measure();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  const ValueFile ended = Read("app");
  EXPECT_EQ(ended.Extra(ended.content().values[0]), 0);
  EXPECT_GE(time.value(), 4000);
}

TEST_F(InstrumentFileTest, ThreadsLoseNoCount) {
  InstrumentFile file("app");
  auto& hits = file.Add<Counter>("hits");
  ASSERT_TRUE(file.Publish(folder_.path()));
  constexpr int kTimes = 100'000;
  {
    std::jthread other([&] {
      for (int i = 0; i < kTimes; ++i) ++hits;
    });
    for (int i = 0; i < kTimes; ++i) ++hits;
  }
  EXPECT_EQ(Bits(Read("app"), 0), 2u * kTimes);
}

TEST_F(InstrumentFileTest, SaysWhatACollectorWouldRefuse) {
  const auto publish = [&](const char* file_name, const char* first, const char* second) {
    InstrumentFile file(file_name);
    auto& counter = file.Add<Counter>(first);
    file.Add<Counter>(second);
    const Result<void> published = file.Publish(folder_.path());
    counter += 3;
    EXPECT_EQ(counter.value(), 3u);
    return published ? "" : published.error().what;
  };
  EXPECT_EQ(publish("app", "a", "b"), "");
  EXPECT_EQ(publish("app", "a", "a"), "Metric a has the name of an earlier metric");
  EXPECT_EQ(publish("app", "1a", "b"), "Metric 1a does not have a valid name");
  EXPECT_EQ(publish("app", "", "b"), "The name of a metric is empty or too long");
  EXPECT_EQ(publish("a/b", "a", "b"), "This cannot be a part of metrics' names: a/b");
  EXPECT_TRUE(test::FileNames(folder_.path()).empty());
  InstrumentFile file("app");
  file.Add<Counter>("x");
  EXPECT_EQ(file.Publish(folder_ / "missing").error().code, Errc::kNotFound);
  EXPECT_TRUE(file.Publish(folder_.path()));
  EXPECT_FALSE(file.Publish(folder_.path()));
}

TEST_F(InstrumentFileTest, LongNamesNeedVersion2) {
  InstrumentFile file("app");
  const std::string name(100, 'n');
  auto& counter = file.Add<Counter>(name);
  ASSERT_TRUE(file.Publish(folder_.path()));
  counter += 5;
  const ValueFile read = Read("app");
  EXPECT_EQ(read.content().header.version, 2);
  EXPECT_EQ(read.content().metrics[0].name, name);
  EXPECT_EQ(Bits(read, 0), 5u);
}

}  // namespace
}  // namespace fdr::mmv
