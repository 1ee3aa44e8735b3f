// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr check` as users run it.

#include <gtest/gtest.h>

#include "fdr/tests/mmv/mmv_builder.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class CheckCommandTest : public testing::Test {
 protected:
  void SetUp() override {
    constexpr MetricId kForks = MetricId::Build(60, 0, 1);
    for (const char* name : {"good", "torn"})
      ArchiveBuilder(directory_ / name)
          .Metric({.name = "toy.forks", .id = kForks, .semantics = Semantics::kCounter})
          .Record(At(0), {Single(kForks, std::int64_t{7})})
          .Record(At(1), {Single(kForks, std::int64_t{5})});
    ByteBuffer bytes = ReadFile(directory_ / "torn.0");
    bytes.pop_back();
    WriteFile(directory_ / "torn.0", bytes);
  }

  ChildOutcome Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "check");
    return RunFdr(std::move(arguments));
  }

  const TempDirectory directory_;
};

TEST_F(CheckCommandTest, TheExitStatusTellsWhetherThereAreErrors) {
  EXPECT_EQ(Run({directory_ / "good"}).exit_status, 0);
  EXPECT_EQ(Run({directory_ / "torn"}).exit_status, 1);
  EXPECT_EQ(Run({directory_ / "good", directory_ / "torn"}).exit_status, 1);
  EXPECT_EQ(Run({directory_ / "missing"}).exit_status, 1);
  EXPECT_EQ(Run({}).exit_status, 2);
  EXPECT_EQ(Run({"--tz", "nowhere", directory_ / "good"}).exit_status, 2);
}

TEST_F(CheckCommandTest, ArchivesComeInOrderWhateverTheNumberOfThreads) {
  const std::string one = Run({"-j", "1", directory_.path(), directory_ / "good"}).out;
  EXPECT_EQ(Run({"-j", "4", directory_.path(), directory_ / "good"}).out, one);
  const std::size_t good = one.find("/good: 0 errors"), torn = one.find("/torn: 2 errors");
  EXPECT_LT(good, torn);
  EXPECT_LT(torn, one.rfind("/good: 0 errors"));
}

TEST_F(CheckCommandTest, QuietSaysNothingOfGoodArchives) {
  EXPECT_EQ(Run({"-q", directory_ / "good"}).out, "");
  EXPECT_NE(Run({"-q", directory_ / "torn"}).out.find("frame.truncated"), std::string::npos);
}

TEST_F(CheckCommandTest, CountersThatGoDownAreNotes) {
  EXPECT_EQ(Run({directory_ / "good"}).out.find("data.counter"), std::string::npos);
  EXPECT_NE(Run({"-v", directory_ / "good"}).out.find("data.counter"), std::string::npos);
  EXPECT_EQ(Run({"-vw", directory_ / "good"}).out.find("data.counter"), std::string::npos);
}

TEST_F(CheckCommandTest, FilesOfMappedValuesAreCheckedToo) {
  ToyMmv toy{.metrics = {{.name = "x"}, {.name = "1y", .item = 2}, {.name = "2z", .item = 3}}};
  WriteFile(directory_ / "values", toy.Build());
  WriteFile(directory_ / "bad.mmv", AsBytes("no such file"));
  WriteFile(directory_ / "fine", ToyMmv{.metrics = {{.name = "x"}}}.Build());
  const std::string path = directory_ / "values";
  ChildOutcome outcome = Run({path});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.out,
            path +
                ":\n"
                "  error    mmv.metric-name         at 176         Metric 1y does not have a valid "
                "name\n"
                "  error    mmv.metric-name         at 280         Metric 2z does not have a valid "
                "name\n" +
                path + ": 2 errors, 0 warnings, 0 notes; 1 metric, 1 value, 480 B\n");
  outcome = Run({"-q", "--limit", "1", path});
  EXPECT_NE(outcome.out.find("  error    mmv.metric-name         and 1 more\n"), std::string::npos)
      << outcome.out;
  EXPECT_EQ(Run({directory_ / "fine"}).exit_status, 0);
  EXPECT_EQ(Run({"-q", directory_ / "fine"}).out, "");
  outcome = Run({"--json", directory_ / "bad.mmv", directory_ / "good"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_NE(outcome.out.find(R"({"code":"mmv.short","severity":"error","file":)"),
            std::string::npos)
      << outcome.out;
  EXPECT_LT(outcome.out.find("/good\""), outcome.out.find("bad.mmv"));
  EXPECT_TRUE(outcome.out.ends_with("]}]}\n")) << outcome.out;
}

TEST_F(CheckCommandTest, JsonIsOneDocument) {
  const std::string out = Run({"--json", directory_ / "good", directory_ / "good"}).out;
  EXPECT_TRUE(out.starts_with(R"({"schema":"fdr.check/1","archives":[{"base":)")) << out;
  EXPECT_NE(out.find("]},{\"base\":"), std::string::npos) << out;
  EXPECT_TRUE(out.ends_with("]}]}\n")) << out;
}

TEST_F(CheckCommandTest, ItEndsWhenItsReaderHasEnded) {
  constexpr MetricId kForks = MetricId::Build(60, 0, 1);
  const std::string base = directory_ / "long";
  {
    ArchiveBuilder archive(base);
    archive.Metric({.name = "toy.forks", .id = kForks});
    for (int i = 0; i < 20'000; ++i) archive.Record(At(i), {Single(kForks, std::int64_t{i})});
  }
  // The reader's end of the pipe is closed before the first archive is checked.  To check all of
  // them takes longer than the limit.
  static const std::string kScript =
      "ulimit -t 60; mkfifo \"$1.closed\"; "
      "{ read -r _ <\"$1.closed\"; " FDR_COMMAND
      " check \"$@\"; echo $? >\"$1.status\"; } | "
      "{ exec <&-; echo >\"$1.closed\"; }; rm \"$1.closed\"";
  for (const char* json : {"", "--json"}) {
    std::vector<std::string> argv = {"sh", "-c", kScript, "sh"};
    argv.insert(argv.end(), 2000, base);
    if (*json != '\0') argv.emplace_back(json);
    const auto outcome = RunChild({.argv = argv, .time_limit = std::chrono::minutes(10)});
    ASSERT_EQ(ErrorOf(outcome), "");
    EXPECT_EQ(outcome->err, "");
    EXPECT_EQ(AsText(ReadFile(base + ".status")), "1\n") << "it checked all of them";
  }
}

}  // namespace
}  // namespace fdr::test
