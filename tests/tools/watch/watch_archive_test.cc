// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr watch` of archives: also of one whose names are meant to become commands, and of one that
// grows.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/support/toy_archive.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr MetricId kDisk = MetricId::Build(60, 0, 1);
constexpr InDomId kDisks = InDomId::Build(60, 1);

class WatchArchiveTest : public ::testing::Test {
 protected:
  WatchArchiveTest() {
    WriteToy(toy_, R"(
time      1000  1010  1020  1030
load[0]    1.5   2.5   2.0   1.0 instant double
load[1]    0.5   0.5   4.5   1.0 instant double
)");
    std::filesystem::current_path(directory_.path());
  }
  ~WatchArchiveTest() override { std::filesystem::current_path(started_in_); }

  static ChildOutcome Watch(const std::string& rules, const std::string& archive,
                            std::vector<std::string> more = {}) {
    std::ofstream("my.rules") << rules;
    more.insert(more.begin(), {"watch", "--rules", "my.rules", archive});
    return RunFdr(std::move(more));
  }

  // What the commands of the rules wrote into the file "out".
  static std::string Written() {
    std::ifstream file("out");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const std::filesystem::path started_in_ = std::filesystem::current_path();
  TempDirectory directory_;
  const std::string toy_ = directory_ / "toy";
};

constexpr const char* kRun = "--actions=run";

TEST_F(WatchArchiveTest, ByDefaultActionsAreOnlySaid) {
  const ChildOutcome outcome = Watch(
      "some_inst load > 2 -> print \"high:\" \" %i %v\" & shell \"touch out; exit 1\" | alarm \"x\""
      "& syslog \"y\" & stomp \"z\";",
      toy_, {"-T", "15s"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            "print Tue Nov 14 22:30:10 2023: high: inst0 2.50\n"
            "shell Tue Nov 14 22:30:10 2023: touch out; exit 1\n"
            "syslog Tue Nov 14 22:30:10 2023: y\n"
            "stomp Tue Nov 14 22:30:10 2023: z\n");
  EXPECT_FALSE(std::filesystem::exists("out"));
}

TEST_F(WatchArchiveTest, CommandsRunOneAfterTheOther) {
  const ChildOutcome outcome = Watch(
      "some_inst load > 2 -> shell \"echo first:\" \" %i=%v\" \" >> out\" &"
      "                      print \"then\" & shell \"echo second >> out\";",
      toy_, {kRun});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, "Tue Nov 14 22:30:10 2023: then\nTue Nov 14 22:30:20 2023: then\n");
  EXPECT_EQ(Written(), "first: inst0=2.50\nsecond\nfirst: inst1=4.50\nsecond\n");
}

TEST_F(WatchArchiveTest, AnAlternativeRunsIfACommandFails) {
  const auto printed = [&](const std::string& actions) {
    return Watch("some_inst load > 4 -> " + actions + ';', toy_, {kRun}).out;
  };
  const std::string alternative = "Tue Nov 14 22:30:20 2023: b\n";
  EXPECT_EQ(printed("shell \"exit 0\" | print \"b\""), "");
  EXPECT_EQ(printed("shell \"exit 3\" | print \"b\""), alternative);
  EXPECT_EQ(printed("shell \"/no/such/command 2> /dev/null\" | print \"b\""), alternative);
  EXPECT_EQ(printed("shell \"kill -9 0\" | print \"b\""), alternative);  // its own group
}

TEST_F(WatchArchiveTest, ACommandKnowsTheFacts) {
  const ChildOutcome outcome = Watch(
      "high = some_inst load > 1 -> shell \"printenv FDR_RULE FDR_HOST FDR_TIME FDR_INSTANCES"
      " FDR_VALUES > out; cat >> out\";",
      toy_, {kRun, "-S", "20s", "-T", "1s"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(Written(), "high\ntoyhost\n2023-11-14 22:30:20.000\ninst0\ninst1\n2\n4.50\n");
}

// Everybody may name a process, and an archive may come from anyone.
TEST_F(WatchArchiveTest, NoTextOfTheArchiveIsACommand) {
  const std::string names[] = {"; touch pwned",
                               "$(touch pwned)",
                               "`touch pwned`",
                               "'; touch pwned; '",
                               "\"; touch pwned; \"",
                               "\ntouch pwned\n",
                               "a & touch pwned",
                               "a | touch pwned",
                               "> pwned",
                               "-rf"};
  ArchiveBuilder archive(directory_ / "hostile");
  archive.Metric({.name = "disk", .id = kDisk, .indom = kDisks});
  InstanceList members;
  Values values{kDisk, {}};
  for (const std::string& name : names) {
    const auto id = static_cast<InstanceId>(members.size());
    members.push_back({id, name});
    values.values.emplace_back(id, std::uint64_t{1});
  }
  archive.InDom(At(0), kDisks, members).Record(At(0), {values});
  archive.Close();
  const ChildOutcome outcome = Watch(
      "some_inst disk > 0 -> shell \"echo bare %i >> out; \" & shell \"echo 'single %i' >> "
      "out; \" & shell \"echo \\\"double %i\\\" >> out; \" & shell \"eval \\\"echo eval "
      "'%i'\\\" >> out; \" & shell \"printenv FDR_INSTANCES >> out\";",
      directory_ / "hostile", {kRun});
  EXPECT_EQ(outcome.err, "");
  EXPECT_FALSE(std::filesystem::exists("pwned")) << Written();
  for (const char* how : {"bare", "single", "double", "eval"})
    EXPECT_TRUE(Has(Written(), std::string(how) + " _ touch pwned\n"));
  EXPECT_TRUE(Has(Written(), "\n$(touch pwned)\n"));
  EXPECT_TRUE(Has(Written(), "bare _rf\n"));
}

TEST_F(WatchArchiveTest, WhatCannotBeDoneIsRefusedWithItsPlace) {
  const auto complaint = [&](const std::string& rules, std::vector<std::string> more) {
    const ChildOutcome outcome = Watch(rules, toy_, std::move(more));
    EXPECT_EQ(outcome.exit_status, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_TRUE(Has(complaint("\nsome_inst load > 2 -> stomp \"x\";", {kRun}),
                  "fdr: my.rules:2:23: fdr has no stomp"));
  EXPECT_TRUE(Has(complaint("some_inst load > 2 ->\n shell \"%i\";", {"--check"}),
                  "fdr: my.rules:2:2: a text of the source would be a command here"));
  EXPECT_TRUE(Has(complaint("some_inst load > 2 -> syslog \"-p daemon.loud\" \"x\";", {kRun}),
                  "fdr: my.rules:1:23: the system log has no priority daemon.loud"));
  EXPECT_TRUE(Has(complaint("some_inst load > -> print \"x\";", {}), "my.rules:1:18: a metric"));
  EXPECT_TRUE(Has(complaint("some_inst load :other > 2 -> print \"x\";", {}),
                  "my.rules:1:11: the source is of host toyhost, not of other"));
}

TEST_F(WatchArchiveTest, ARuleWithoutItsMetricIsLeftOut) {
  const ChildOutcome outcome =
      Watch("nothing > 1 -> print \"a\"; load #'inst1' > 4 -> print \"b\";", toy_);
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err,
            "fdr: warning: my.rules:1: there is no metric nothing; its rule is left out\n");
  EXPECT_EQ(outcome.out, "print Tue Nov 14 22:30:20 2023: b\n");
}

// As others may write a file of rules.
TEST_F(WatchArchiveTest, ACommandThatWouldBeCutDoesNotRun) {
  const std::string half(40'000, ' ');
  const ChildOutcome outcome = Watch("some_inst load > 4 -> shell \"touch out;" + half + "\" \"" +
                                         half + "\" | print \"not run\";",
                                     toy_, {kRun});
  EXPECT_EQ(outcome.err, "fdr: rule expr_1: the command would be longer than 64 KiB\n");
  EXPECT_EQ(outcome.out, "Tue Nov 14 22:30:20 2023: not run\n");
  EXPECT_FALSE(std::filesystem::exists("out"));
}

TEST_F(WatchArchiveTest, AGrowingArchiveIsFollowed) {
  ArchiveBuilder archive(directory_ / "growing");
  archive.Metric({.name = "level", .id = kDisk});
  const auto append = [&](double seconds, std::uint64_t value) {
    archive.Record(At(seconds), {Single(kDisk, value)});
    EXPECT_EQ(ErrorOf(archive.writer().Sync()), "");
  };
  append(0, 1);
  append(10, 5);
  std::ofstream("my.rules") << "level > 2 -> shell \"echo %v >> out\" & print \"level %v\";";
  TerminalChild child({.argv = {FDR_COMMAND, "watch", "--rules", "my.rules", "--follow", kRun, "-S",
                                "0s", directory_ / "growing"},
                       .environment = {"TZ=UTC", "TERM=dumb"}});
  child.WaitFor("level 5\r\n");
  append(20, 1);
  append(30, 7);
  child.WaitFor("level 7\r\n");
  child.Press("\x03");
  EXPECT_EQ(child.WaitForEnd().signal, SIGINT);
  EXPECT_EQ(Written(), "5\n7\n");
}

// The command of the first rule waits for a process that opens the pipe.
TEST_F(WatchArchiveTest, WithFollowNewValuesWaitForNoCommand) {
  ArchiveBuilder archive(directory_ / "growing");
  archive.Metric({.name = "level", .id = kDisk});
  const auto append = [&](double seconds, std::uint64_t value) {
    archive.Record(At(seconds), {Single(kDisk, value)});
    EXPECT_EQ(ErrorOf(archive.writer().Sync()), "");
  };
  ASSERT_EQ(::mkfifo("gate", 0600), 0);
  append(0, 8);
  append(10, 9);
  std::ofstream("my.rules")
      << "a = level > 2 -> shell \"cat gate\"; b = level > 2 -> print \"is %v\";";
  TerminalChild child({.argv = {FDR_COMMAND, "watch", "--rules", "my.rules", "--follow", kRun, "-T",
                                "20s", directory_ / "growing"},
                       .environment = {"TZ=UTC", "TERM=dumb"}});
  child.WaitFor("is 9\r\n");
  append(20, 5);
  child.WaitFor("rule a: its command still runs");
  child.WaitFor("is 5\r\n");
  append(30, 7);
  child.WaitFor("is 7\r\n");
  { const std::ofstream opened("gate"); }  // the command has the terminal
  EXPECT_EQ(child.WaitForEnd().exit_status, 0) << "-T is reached";
}

TEST_F(WatchArchiveTest, AWindowOutsideTheArchiveIsReported) {
  const std::string rules = "some_inst load > 2 -> print \"x\";";
  const ChildOutcome outcome = Watch(rules, toy_, {"-S", "@2030-01-01"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "fdr: warning: The archive goes from 2023-11-14 22:30:00 to 2023-11-14 22:30:30\n");
  EXPECT_EQ(Watch(rules, toy_, {"-S", "@2030-01-01", "-q"}).err, "");
}

TEST_F(WatchArchiveTest, WithoutAnyRuleThereIsNothingToWatch) {
  for (const char* rules : {"nothing > 1 -> print \"a\";", "", "delta = 1 sec;"})
    for (const char* more : {"--follow", "--actions=say"}) {
      const ChildOutcome outcome = Watch(rules, toy_, {"-q", more});
      EXPECT_EQ(outcome.exit_status, 1) << rules;
      EXPECT_EQ(outcome.err, "fdr: No rule can be evaluated on " + toy_ + '\n');
    }
}

// A parent process may ignore SIGCHLD.
TEST_F(WatchArchiveTest, CommandsEndAlsoIfTheParentIgnoresIt) {
  std::ofstream("my.rules") << "some_inst load > 4 -> shell \"exit 0\" | print \"failed\";";
  const auto outcome =
      RunChild({.argv = {"/bin/sh", "-c", "trap '' CHLD; exec \"$@\"", "sh", FDR_COMMAND, "watch",
                         "--rules", "my.rules", kRun, toy_}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->exit_status, 0);
  EXPECT_EQ(outcome->out + outcome->err, "");
}

}  // namespace
}  // namespace fdr::test
