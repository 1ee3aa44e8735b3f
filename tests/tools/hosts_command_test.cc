// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Verbs that are given a directory of hosts, as pmlogger keeps them.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;

class HostsCommandTest : public testing::Test {
 protected:
  static constexpr MetricId kForks = MetricId::Build(60, 0, 1);

  // Ten samples: 0 to 9 times `step`.
  void Write(const std::string& host, std::int64_t step) {
    fs::create_directories(tree_ + host);
    WriterOptions options = ArchiveBuilder::Options(Version::k3);
    options.label.host = std::string_view(host);
    ArchiveBuilder archive(tree_ + host + "/20231114", options);
    archive.Metric({.name = "toy.forks", .id = kForks});
    for (int i = 0; i < 10; ++i) archive.Record(At(i), {Single(kForks, i * step)});
  }

  ChildOutcome Find(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"find", tree_, "--where", "toy.forks > 15"});
    return RunFdr(std::move(more));
  }

  const TempDirectory directory_;
  const std::string tree_ = directory_ / "pmlogger/";
};

TEST_F(HostsCommandTest, AllArchivesAreShownAndChecked) {
  Write("db1", 1);
  Write("web1", 2);
  fs::create_directories(tree_ + "empty");
  const ChildOutcome info = RunFdr({"info", tree_});
  EXPECT_EQ(info.exit_status, 0) << info.err;
  EXPECT_TRUE(Has(info.out, "db1/20231114"));
  EXPECT_TRUE(Has(info.out, "web1/20231114"));
  EXPECT_EQ(RunFdr({"check", tree_}).exit_status, 0);
  fs::resize_file(tree_ + "web1/20231114.0", fs::file_size(tree_ + "web1/20231114.0") - 5);
  const ChildOutcome check = RunFdr({"check", tree_});
  EXPECT_NE(check.exit_status, 0);
  EXPECT_TRUE(Has(check.out + check.err, "web1/20231114.0"));
}

TEST_F(HostsCommandTest, TheOnlyHostIsTheOneThatIsMeant) {
  Write("db1", 1);
  const ChildOutcome replay = RunFdr({"replay", tree_, "toy.forks", "--csv", "--raw"});
  EXPECT_EQ(replay.exit_status, 0) << replay.err;
  EXPECT_TRUE(Has(replay.out, ",9\n"));
  EXPECT_EQ(RunFdr({"summary", tree_}).exit_status, 0);
  EXPECT_EQ(RunFdr({"diff", tree_, tree_ + "db1"}).exit_status, 0);
  EXPECT_EQ(RunFdr({"diff", tree_ + "db1", tree_}).exit_status, 0);
  EXPECT_EQ(RunFdr({"copy", tree_, directory_ / "copy"}).exit_status, 0);
}

TEST_F(HostsCommandTest, VerbsForOneHostSayThatThereAreSeveral) {
  Write("db1", 1);
  Write("web1", 2);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"replay", tree_, "toy.forks"},
                                             {"summary", tree_},
                                             {"diff", tree_ + "db1", tree_},
                                             {"view", tree_}}) {
    const ChildOutcome outcome = RunFdr(words);
    EXPECT_EQ(outcome.exit_status, 2) << words[0];
    EXPECT_TRUE(Has(outcome.err, "name one, such as " + tree_ + "db1")) << words[0];
  }
}

TEST_F(HostsCommandTest, HostsAreNotCopiedIntoOneArchive) {
  Write("db1", 1);
  Write("web1", 2);
  const ChildOutcome copy = RunFdr({"copy", tree_, directory_ / "copy"});
  EXPECT_EQ(copy.exit_status, 1);
  EXPECT_TRUE(Has(copy.err, "are two hosts"));
}

TEST_F(HostsCommandTest, EachHostIsSearched) {
  Write("db1", 1);
  Write("web1", 2);
  const ChildOutcome found = Find();
  EXPECT_EQ(found.exit_status, 0) << found.err;
  EXPECT_TRUE(Has(found.out, tree_ + "db1:\n"));
  EXPECT_TRUE(Has(found.out, tree_ + "web1:\n"));
  EXPECT_TRUE(Has(found.out, " 18")) << "the largest of web1";
  const ChildOutcome json = Find({"--json"});
  EXPECT_TRUE(Has(json.out, "\"host\":\"db1\""));
  EXPECT_TRUE(Has(json.out, "\"host\":\"web1\""));
  EXPECT_EQ(Find({"--csv"}).exit_status, 2);
  EXPECT_EQ(RunFdr({"find", tree_, "--where", "toy.forks > 100"}).exit_status, 4);
}

TEST_F(HostsCommandTest, AHostWithTwoNamesIsSearchedOnce) {
  Write("web1", 2);
  Write("db1", 1);
  fs::create_directory_symlink("web1", tree_ + "www");
  const ChildOutcome found = Find({"--json"});
  EXPECT_EQ(found.exit_status, 0) << found.err;
  EXPECT_EQ(found.out.find("\"host\":\"web1\""), found.out.rfind("\"host\":\"web1\""));
}

TEST_F(HostsCommandTest, AHostThatNoNameStandsForIsNotLeftOutInSilence) {
  Write("db1", 1);
  Write("web,1", 2);
  const ChildOutcome check = RunFdr({"check", tree_});
  EXPECT_NE(check.exit_status, 0);
  EXPECT_TRUE(Has(check.err, "web"));
}

TEST_F(HostsCommandTest, AMistakeIsReportedOnce) {
  Write("db1", 1);
  Write("web1", 2);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"find", tree_}, {"find", tree_, "--where", "toy.forks >> 5"}}) {
    const ChildOutcome outcome = RunFdr(words);
    EXPECT_EQ(outcome.exit_status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err.find("fdr: "), outcome.err.rfind("fdr: ")) << outcome.err;
  }
}

TEST_F(HostsCommandTest, RulesAreReadOnce) {
  Write("db1", 1);
  Write("web1", 2);
  const auto outcome = RunChild({.argv = {FDR_COMMAND, "find", tree_, "--rules", "-"},
                                 .environment = {"TZ=UTC", "FDR_CONFIG=/dev/null"},
                                 .stdin_text = "many = toy.forks > 3 -> print \"many\";\n"});
  ASSERT_EQ(ErrorOf(outcome), "");
  EXPECT_TRUE(Has(outcome->out, tree_ + "db1:\n"));
  EXPECT_TRUE(Has(outcome->out, tree_ + "web1:\n"));
  EXPECT_EQ(outcome->exit_status, 4) << outcome->err << outcome->out;
}

TEST_F(HostsCommandTest, WhatIsCutOutLiesInADirectoryForEachHost) {
  Write("db1", 2);
  Write("web1", 2);
  const ChildOutcome cut = Find({"--cut", directory_ / "cut"});
  EXPECT_EQ(cut.exit_status, 0) << cut.err;
  for (const char* host : {"db1", "web1"})
    EXPECT_EQ(RunFdr({"info", directory_ / "cut/" + host}).exit_status, 0) << host;
}

TEST_F(HostsCommandTest, AHostWithoutTheMetricDoesNotStopTheSearch) {
  Write("web1", 2);
  fs::create_directories(tree_ + "db1");
  {
    ArchiveBuilder archive(tree_ + "db1/20231114");
    archive.Metric({.name = "toy.other", .id = kForks});
    archive.Record(At(0), {Single(kForks, std::int64_t{1})});
  }
  const ChildOutcome found = Find();
  EXPECT_TRUE(Has(found.out, " 18"));
  EXPECT_NE(found.exit_status, 0) << "one host could not be searched";
}

}  // namespace
}  // namespace fdr::test
