// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr repair` as users run it.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class RepairCommandTest : public testing::Test {
 protected:
  static constexpr MetricId kForks = MetricId::Build(60, 0, 1);

  void SetUp() override {
    for (const char* name : {"good", "torn", "mended"})
      ArchiveBuilder(directory_ / name, Version::k2)
          .Metric({.name = "toy.forks", .id = kForks})
          .Record(At(0), {Single(kForks, std::int64_t{7})})
          .Record(At(1), {Single(kForks, std::int64_t{5})});
    ByteBuffer bytes = ReadFile(directory_ / "torn.0");
    bytes.pop_back();
    WriteFile(directory_ / "torn.0", bytes);
    bytes = ReadFile(directory_ / "mended.0");
    bytes.back() ^= std::byte{1};
    WriteFile(directory_ / "mended.0", bytes);
  }

  ChildOutcome Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "repair");
    return RunFdr(std::move(arguments));
  }

  const TempDirectory directory_;
  const std::string out_ = directory_ / "out";
};

TEST_F(RepairCommandTest, ASoundArchiveIsCopied) {
  const ChildOutcome outcome = Run({directory_ / "good", out_});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.out,
            "kept    2 data records with 2 values, 1 metadata record\n"
            "lost    nothing\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(AsText(ReadFile(out_ + ".0")), AsText(ReadFile(directory_ / "good.0")));
}

TEST_F(RepairCommandTest, WhatIsLostIsSaidAndTold) {
  const ChildOutcome outcome = Run({directory_ / "torn", out_});
  EXPECT_EQ(outcome.exit_status, 3);
  EXPECT_EQ(outcome.out,
            directory_ / "torn.0" +
                "\n"
                "  lost   39 bytes at 172: Record runs past the end of the file\n"
                "kept    1 data record with 1 value, 1 metadata record\n"
                "lost    39 bytes: 1 unreadable place, 0 data records, 0 metadata records\n"
                "        0 readable values; 0 gaps marked\n");
}

TEST_F(RepairCommandTest, WhatIsPutRightIsNoLoss) {
  const ChildOutcome outcome = Run({directory_ / "mended", out_});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_NE(outcome.out.find("  fixed  40 bytes at 172: One of the record's length words"),
            std::string::npos)
      << outcome.out;
}

TEST_F(RepairCommandTest, QuietTellsOnlyOfLosses) {
  EXPECT_EQ(Run({"-q", directory_ / "mended", out_}).out, "");
  EXPECT_EQ(
      Run({"-q", directory_ / "torn", directory_ / "out2"}).out,
      directory_ / "torn.0" + "\n  lost   39 bytes at 172: Record runs past the end of the file\n");
}

TEST_F(RepairCommandTest, WithoutAResultNothingIsWritten) {
  EXPECT_EQ(Run({directory_ / "missing", out_}).exit_status, 1);
  const std::vector<std::string> before = FileNames(directory_.path());
  const ChildOutcome taken = Run({directory_ / "good", directory_ / "torn"});
  EXPECT_EQ(taken.exit_status, 1);
  EXPECT_NE(taken.err.find("There is such an archive already"), std::string::npos) << taken.err;
  EXPECT_EQ(Run({"--dry-run", directory_ / "torn"}).exit_status, 3);
  EXPECT_EQ(Run({"-n", directory_ / "torn", directory_ / "good"}).exit_status, 3);
  EXPECT_EQ(Run({directory_ / "good"}).exit_status, 2);
  EXPECT_EQ(Run({}).exit_status, 2);
  EXPECT_EQ(FileNames(directory_.path()), before);
}

TEST_F(RepairCommandTest, AnInterruptedRepairLeavesNothing) {
  // The repair takes long enough to be interrupted.
  const std::string in = directory_ / "long";
  {
    ArchiveBuilder archive(in);
    archive.Metric({.name = "toy.forks", .id = kForks});
    for (int i = 0; i < 20000; ++i) archive.Record(At(i), {Single(kForks, std::int64_t{i})});
  }
  for (int volume = 1; volume < 15; ++volume)
    std::filesystem::create_symlink(in + ".0", in + "." + std::to_string(volume));
  const std::vector<std::string> before = FileNames(directory_.path());
  // Without job control a shell starts background commands with SIGINT and SIGQUIT ignored.
  const std::string script = "set -m; ulimit -c 0; " + std::string(FDR_COMMAND) +
                             R"( repair "$1" "$2" & until [ -e "$2.meta.part" ]; do :; done
                             kill -$3 $!; { wait $!; } 2>/dev/null; echo $?)";
  for (const auto& [signal, status] : {std::pair{"TERM", "143\n"}, {"QUIT", "131\n"}}) {
    auto outcome = RunChild({.argv = {"bash", "-c", script, "bash", in, out_, signal}});
    // On a busy machine, the signal may come when all is done.
    for (int tries = 0; tries < 50 && outcome && outcome->out.ends_with("\n0\n"); ++tries) {
      for (const std::string& name : FileNames(directory_.path()))
        if (name.starts_with("out.")) std::filesystem::remove(directory_ / name);
      outcome = RunChild({.argv = {"bash", "-c", script, "bash", in, out_, signal}});
    }
    ASSERT_EQ(ErrorOf(outcome), "");
    EXPECT_EQ(outcome->out, status) << "as ended by the signal";
    EXPECT_EQ(outcome->err, "fdr: repair: interrupted; there is no new archive\n");
    EXPECT_EQ(FileNames(directory_.path()), before);
  }
}

TEST_F(RepairCommandTest, JsonIsOneDocument) {
  const std::string in = directory_ / "torn";
  EXPECT_EQ(
      Run({"--json", "-n", in}).out,
      R"({"schema":"fdr.repair/1","in":")" + in +
          R"(","out":null,"dry_run":true,"version":2,"host":"toyhost","lost":true,"files":[)"
          R"({"path":")" +
          in +
          R"(.meta","kind":"metadata","volume":-1,"bytes":181,"bytes_lost":0,"stretches_lost":0,)"
          R"("records_kept":1,"records_dropped":0,"records_moved":0,"places_moved":0,"values_kept":0,"values_dropped":0,)"
          R"("marks_inserted":0,"notes":[],"notes_omitted":0},)"
          R"({"path":")" +
          in +
          R"(.0","kind":"volume","volume":0,"bytes":211,"bytes_lost":39,"stretches_lost":1,)"
          R"("records_kept":1,"records_dropped":0,"records_moved":0,"places_moved":0,"values_kept":1,"values_dropped":0,)"
          R"("marks_inserted":0,"notes":[{"kind":"lost","offset":172,"bytes":39,)"
          R"("what":"Record runs past the end of the file"}],"notes_omitted":0},)"
          R"({"path":")" +
          in +
          R"(.index","kind":"index","volume":-2,"bytes":172,"bytes_lost":0,"stretches_lost":0,)"
          R"("records_kept":0,"records_dropped":0,"records_moved":0,"places_moved":0,"values_kept":0,"values_dropped":0,)"
          R"("marks_inserted":0,"notes":[],"notes_omitted":0}]})"
          "\n");
}

}  // namespace
}  // namespace fdr::test
