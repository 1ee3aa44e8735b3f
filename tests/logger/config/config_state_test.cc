// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "fdr/logger/config/config_parser.h"
#include "fdr/logger/config/format_tasks.h"
#include "fdr/logger/config/log_state.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/testdata.h"
#include "fdr/tests/support/text_files.h"

namespace fdr {
namespace {

constexpr std::int64_t kMilli = 1'000'000;
constexpr InDomId kDisks = InDomId::Build(60, 1);

LoggerConfig ConfigOf(const std::string& text) {
  const test::TextFiles files = {{"c", text}};
  const auto config = LoadLoggerConfig("c", {.read_file = test::ReaderOf(files)});
  EXPECT_TRUE(config) << config.error().Message();
  return config.value_or(LoggerConfig());
}

/// A host with "load" and "cpus", each of one value, and "disk.read" and "disk.write" of three
/// disks.  "nodes" is "cpus" by another name.
ResolvedNames Host() {
  const NamedMetric load{"load", MetricId::Build(60, 0, 1), {}};
  const NamedMetric cpus{"cpus", MetricId::Build(60, 0, 2), {}};
  const NamedMetric nodes{"nodes", cpus.id, {}};
  const NamedMetric read{"disk.read", MetricId::Build(60, 1, 1), kDisks};
  const NamedMetric write{"disk.write", MetricId::Build(60, 1, 2), kDisks};
  ResolvedNames host;
  for (const NamedMetric& metric : {load, cpus, nodes, read, write})
    host.names[metric.name] = {{metric}, {}};
  host.names["disk"] = {{read, write}, {}};
  host.names["gone"] = {{}, {"no such name"}};
  host.domains[kDisks] = {{0, "sda"}, {1, "sdb 2"}, {7, "sdb"}};
  return host;
}

std::string Print(const std::vector<LogTask>& tasks) {
  std::string printed;
  for (const LogTask& task : tasks) {
    printed += task.level == LogLevel::kMandatory ? "M" : "A";
    printed += std::to_string(task.interval / kMilli);
    for (const LoggedMetric& logged : task.metrics) {
      printed += " " + logged.metric.name;
      for (const InstanceId instance : logged.instances)
        printed += "[" + std::to_string(instance) + "]";
    }
    printed += "\n";
  }
  return printed;
}

/// The tasks, then the warnings.
std::string State(const std::string& text) {
  const LogState state = LogState::Make(ConfigOf(text), 60'000 * kMilli, Host());
  std::string printed = Print(state.Tasks());
  for (const LogWarning& warning : state.warnings()) printed += warning.Message() + "\n";
  return printed;
}

TEST(ConfigStateTest, NothingIsLoggedAtFirst) { EXPECT_EQ(State(""), ""); }

TEST(ConfigStateTest, StatementsOfOneLevelAndIntervalAreOneTask) {
  EXPECT_EQ(State("on 1 sec load\non 2 sec disk.read\nlog advisory on 1000 msec cpus\n"
                  "mandatory on 1 sec disk.write"),
            "A1000 load cpus\nA2000 disk.read\nM1000 disk.write\n");
}

TEST(ConfigStateTest, OnceIsZeroAndDefaultIsWhatTheCallerSays) {
  EXPECT_EQ(State("on once load\non 0 sec cpus\non default disk.read\non 1 min disk.write"),
            "A0 load cpus\nA60000 disk.read disk.write\n");
}

TEST(ConfigStateTest, NamesInTheMiddleAreAllMetricsBelow) {
  EXPECT_EQ(State("on 1 sec disk\non 2 sec {disk.write}"), "A1000 disk.read\nA2000 disk.write\n");
}

TEST(ConfigStateTest, RepeatsAreIgnored) {
  EXPECT_EQ(State("on 1 sec {load load}\non 1 sec {load disk.read[0 0]}\non 1 sec disk.read[0]"),
            "A1000 load disk.read[0]\n");
  EXPECT_EQ(State("on 1 sec disk.read\non 1 sec disk.read[0]"), "A1000 disk.read\n");
}

TEST(ConfigStateTest, AMetricOfTwoNamesIsOne) {
  EXPECT_EQ(State("on 1 sec cpus\non 2 sec nodes"), "A2000 cpus\n");
}

TEST(ConfigStateTest, WhatIsAdvisoryIsReplacedByWhatComesLater) {
  EXPECT_EQ(State("on 1 sec load\non 2 sec load"), "A2000 load\n");
  EXPECT_EQ(State("on 1 sec load\noff load"), "");
  EXPECT_EQ(State("on 1 sec load\nmandatory on 2 sec load"), "M2000 load\n");
  EXPECT_EQ(State("on 1 sec load\nmandatory off load"), "");
  EXPECT_EQ(State("on 1 sec load\nmandatory maybe load"), "A1000 load\n") << "it is that already";
}

TEST(ConfigStateTest, WhatIsMandatoryIsReplacedByWhatIsMandatoryOnly) {
  EXPECT_EQ(State("mandatory on 1 sec load\non 2 sec load\noff load"),
            "M1000 load\nc:2: load: advisory on is refused: it is mandatory on\n"
            "c:3: load: advisory off is refused: it is mandatory on\n");
  EXPECT_EQ(State("mandatory off load\non 2 sec load"),
            "c:2: load: advisory on is refused: it is mandatory off\n");
  EXPECT_EQ(State("mandatory on 1 sec load\nmandatory on 2 sec load"), "M2000 load\n");
  EXPECT_EQ(State("mandatory on 1 sec load\nmandatory off load"), "");
  EXPECT_EQ(State("mandatory on 1 sec load\nmandatory maybe load"), "");
  EXPECT_EQ(State("mandatory off load\nmandatory maybe load\non 2 sec load"), "A2000 load\n");
}

TEST(ConfigStateTest, InstancesHaveSettingsOfTheirOwn) {
  EXPECT_EQ(State("on 1 sec disk.read[0 1]\non 2 sec disk.read[1 7]"),
            "A1000 disk.read[0]\nA2000 disk.read[1][7]\n");
  EXPECT_EQ(State("on 1 sec disk.read[0 1]\noff disk.read[1]"), "A1000 disk.read[0]\n");
  EXPECT_EQ(State("mandatory on 1 sec disk.read[0]\non 2 sec disk.read[0 1]"),
            "M1000 disk.read[0]\nA2000 disk.read[1]\n"
            "c:2: disk.read[0]: advisory on is refused: it is mandatory on\n");
  EXPECT_EQ(State("mandatory on 1 sec disk.read[0]\nmandatory maybe disk.read[0]\n"
                  "on 2 sec disk.read[0]"),
            "A2000 disk.read[0]\n");
}

TEST(ConfigStateTest, InstancesAreKnownByNumberNameAndTheNameBeforeItsBlank) {
  EXPECT_EQ(State("on 1 sec disk.read[0]\non 1 sec disk.write[sdb \"sda\"]"),
            "A1000 disk.read[0] disk.write[0][7]\n");
  EXPECT_EQ(State("on 1 sec disk.read[\"sdb 2\"]"), "A1000 disk.read[1]\n");
}

TEST(ConfigStateTest, UnknownInstancesAreLeftOut) {
  EXPECT_EQ(State("on 1 sec disk.read[0 9]"),
            "A1000 disk.read[0]\nc:1: disk.read[9] is not logged: there is no such instance\n");
  EXPECT_EQ(State("on 1 sec {load[1]\ndisk.read[\"x y\"]}"),
            "c:1: load[1] is not logged: there is no such instance\n"
            "c:2: disk.read[\"x y\"] is not logged: there is no such instance\n");
}

TEST(ConfigStateTest, AllInstancesTakeTheirMembersSettingsAway) {
  EXPECT_EQ(
      State("on 1 sec disk.read[0]\nmandatory off disk.read[1]\nmandatory on 2 sec disk.read"),
      "M2000 disk.read\n");
  EXPECT_EQ(State("on 1 sec disk.read[0]\noff disk.read"), "");
  EXPECT_EQ(State("on 1 sec disk.read[0]\nmandatory on 2 sec disk.read[1]\n"
                  "mandatory maybe disk.read"),
            "A1000 disk.read[0]\n");
}

TEST(ConfigStateTest, OneMandatoryInstanceKeepsAdvisoryRequestsForAllAway) {
  EXPECT_EQ(State("mandatory off disk.read[1]\non 2 sec disk.read"),
            "c:2: disk.read: advisory on is refused: it is mandatory off\n");
}

TEST(ConfigStateTest, SingleInstancesCannotBeHadWhileAllAreLogged) {
  const std::string refused =
      " is refused: all instances are logged, and have to be turned off first\n";
  EXPECT_EQ(State("on 1 sec disk.read\non 2 sec disk.read[0]"),
            "A1000 disk.read\nc:2: disk.read[0]: advisory on" + refused);
  EXPECT_EQ(State("on 1 sec disk.read\noff disk.read[0]"),
            "A1000 disk.read\nc:2: disk.read[0]: advisory off" + refused);
  EXPECT_EQ(State("mandatory on 1 sec disk.read\nmandatory maybe disk.read[0]"),
            "M1000 disk.read\nc:2: disk.read[0]: mandatory maybe" + refused);
  EXPECT_EQ(State("mandatory on 1 sec disk.read\noff disk.read[0]"),
            "M1000 disk.read\nc:2: disk.read[0]: advisory off is refused: it is mandatory on\n");
  EXPECT_EQ(State("on 1 sec disk.read\noff disk.read\non 2 sec disk.read[0]"),
            "A2000 disk.read[0]\n");
}

TEST(ConfigStateTest, SingleInstancesMayBeExemptedFromMandatoryOff) {
  EXPECT_EQ(State("mandatory off disk.read\nmandatory on 1 sec disk.read[0]\n"
                  "mandatory maybe disk.read[1]\non 2 sec disk.read[1]\non 3 sec disk.read[7]"),
            "M1000 disk.read[0]\nA2000 disk.read[1]\n"
            "c:5: disk.read[7]: advisory on is refused: it is mandatory off\n");
}

TEST(ConfigStateTest, NamesThatAreNotThereAreWarnedAbout) {
  const LogState state =
      LogState::Make(ConfigOf("on 1 sec {gone\nload disk never gone}"), kMilli, Host());
  EXPECT_EQ(Print(state.Tasks()), "A1000 load disk.read disk.write\n");
  ASSERT_EQ(state.warnings().size(), 3u);
  EXPECT_EQ(state.warnings()[0].Message(), "c:1: gone is not logged: no such name");
  EXPECT_EQ(state.warnings()[1].Message(), "c:2: never is not logged: unknown metric");
}

TEST(ConfigStateTest, TasksArePrintedAsAConfigurationOfTheSameTasks) {
  const auto tasks_of = [](const std::string& text) {
    return LogState::Make(ConfigOf(text), kMilli / 2, Host()).Tasks();
  };
  const std::string text =
      "log mandatory on once {\n    load\n}\n"
      "log advisory on 90 min {\n    cpus\n    disk.read [0, 7]\n}\n"
      "log advisory on 1500 msec {\n    disk.read [1]\n}\n"
      "log mandatory on 2 hour {\n    disk.write\n}\n";
  EXPECT_EQ(FormatTasks(tasks_of(text)), text);
  EXPECT_EQ(FormatTasks(tasks_of("on 60000 msec load")), "log advisory on 1 min {\n    load\n}\n");
  EXPECT_EQ(FormatTasks(tasks_of("on default load")), "log advisory on 1 msec {\n    load\n}\n");
  EXPECT_EQ(FormatTasks({}), "");
}

/// Names, descriptions and instances as a context gives them.
class ConfigStateContextTest : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = ArchiveContext::Open(test::TestData("peer/v3-pmlogger"));
    ASSERT_TRUE(opened) << opened.error().Message();
    context_ = std::move(*opened);
    FetchResult result;
    ASSERT_TRUE(context_->SetMode(Mode::kForward));
    const MetricId load = context_->Find("kernel.all.load").value_or(MetricId());
    ASSERT_TRUE(test::Got(context_->Fetch(std::span(&load, 1), result)));
  }

  std::unique_ptr<ArchiveContext> context_;
};

TEST_F(ConfigStateContextTest, NamesAreResolved) {
  const LoggerConfig config =
      ConfigOf("on 1 sec {hinv kernel.all.load[\"1 minute\" 15 4] kernel.percpu nosuch}");
  std::optional<LogState> state;
  StartResolveNames(QuestionsOf(config), *context_, [&](const Result<ResolvedNames>& answers) {
    ASSERT_TRUE(answers) << answers.error().Message();
    state = LogState::Make(config, kMilli, *answers);
  });
  ASSERT_TRUE(state);
  EXPECT_EQ(Print(state->Tasks()),
            "A1000 hinv.ncpu kernel.all.load[1][15] kernel.percpu.cpu.user\n");
  ASSERT_EQ(state->warnings().size(), 2u);
  EXPECT_EQ(state->warnings()[0].what,
            "kernel.all.load[4] is not logged: there is no such instance");
}

TEST(ConfigStateTest, NamesAloneAreLoggedAtTheDefaultInterval) {
  const std::vector<std::string> names = {"disk", "load"};
  const LogState state = LogState::Make(ConfigForNames(names), 5 * kMilli, Host());
  EXPECT_EQ(Print(state.Tasks()), "A5 disk.read disk.write load\n");
  EXPECT_EQ(LogState::Make(ConfigForNames({}), kMilli, Host()).Tasks().size(), 0u);
}

}  // namespace
}  // namespace fdr
