// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmlogextract of fdr where the system refuses something, or an input is odd.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "fdr/archive/record_cursor.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"
#include "fdr/tests/tools/drop_in/run_program.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;

class ExtractProgramTest : public testing::Test {
 protected:
  ChildOutcome Extract(std::vector<std::string> words,
                       std::optional<std::uint64_t> descriptors = {}) const {
    words.push_back(out_);
    return RunProgram("pmlogextract", std::move(words), descriptors);
  }

  static void Shell(const std::string& command) {
    const auto outcome = RunChild({.argv = {"sh", "-c", command}});
    EXPECT_TRUE(outcome && outcome->exit_status == 0) << command;
  }

  // "1000 1010 1010.001m": the stamps, and which of them are marks.
  static std::string RecordsOf(const std::string& base) {
    const auto archive = Archive::Open(base);
    if (!archive) return ErrorOf(archive);
    RecordCursor cursor(**archive);
    std::string text;
    while (true) {
      const auto frame = cursor.Next();
      EXPECT_TRUE(frame) << ErrorOf(frame);
      if (!frame || !*frame) return text;
      const auto stamp = ResultRecord::DecodeStamp((*archive)->version(), (*frame)->body);
      const bool is_mark = ResultRecord::IsMark((*archive)->version(), (*frame)->body);
      text += std::to_string(stamp->sec - kEpoch) + (is_mark ? "m " : " ");
    }
  }

  // An archive of that many volumes, with a record each.
  void WriteVolumes(int count) const {
    std::string times = "time", values = "c";
    for (int i = 0; i < count; ++i) {
      times += (i == 0 ? " " : " / ") + std::to_string(1000 + i);
      values += (i == 0 ? " " : " / ") + std::to_string(i);
    }
    WriteToy(in_, times + "\n" + values + " counter\n");
  }

  const TempDirectory directory_;
  const std::string in_ = directory_ / "in", out_ = directory_ / "out";
};

TEST_F(ExtractProgramTest, AVolumeThatCannotBeReadFailsTheExtraction) {
  WriteVolumes(3);
  // It belongs to an archive of another host.
  const std::string other = directory_ / "other";
  WriteToy(other, "time 1000 / 1001\nc 0 / 1 counter\n", "otherhost");
  fs::rename(other + ".1", in_ + ".1");
  const ChildOutcome outcome = Extract({in_});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, in_ + ".1: The label differs"));
  EXPECT_TRUE(Has(outcome.err, "not created"));
  EXPECT_FALSE(fs::exists(out_ + ".0"));
}

TEST_F(ExtractProgramTest, ACompressedVolumeThatIsCutBetweenRecordsIsDamage) {
  WriteVolumes(2);
  // All records, and the beginning of a second stream.
  const std::string volume = in_ + ".0";
  Shell("gzip " + volume + " && printf '\\037\\213\\010' >>" + volume + ".gz");
  const ChildOutcome outcome = Extract({in_});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.err, "the remainder of this file will not be extracted"));
  EXPECT_EQ(RecordsOf(out_), "1000 ");
}

TEST_F(ExtractProgramTest, OneVolumeIsOpenAtATime) {
  WriteVolumes(60);
  const ChildOutcome outcome = Extract({in_}, 24);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(Words(RecordsOf(out_)).size(), 60u);
}

TEST_F(ExtractProgramTest, MoreInputsThanDescriptors) {
  std::vector<std::string> inputs;
  for (int i = 0; i < 70; ++i) {
    inputs.push_back(directory_ / "in" + std::to_string(i));
    WriteToy(inputs.back(), "time " + std::to_string(1000 + 10 * i) + "\nc 1 counter\n");
  }
  const ChildOutcome outcome = Extract(inputs, 64);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  // A mark between each two.
  EXPECT_EQ(Words(RecordsOf(out_)).size(), 139u);
}

TEST_F(ExtractProgramTest, TheExtractIsAsPrivateAsItsInputs) {
  WriteVolumes(1);
  const std::string other = directory_ / "other";
  WriteToy(other, "time 2000\nc 1 counter\n");
  fs::permissions(in_ + ".meta", fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(Extract({other, in_}).exit_status, 0);
  for (const char* part : {".0", ".meta", ".index"})
    EXPECT_EQ(fs::status(out_ + part).permissions(),
              fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(ExtractProgramTest, AnEmptyZoneIsAZone) {
  WriteVolumes(1);
  EXPECT_TRUE(Has(Extract({"-Z", "", in_}).out, "Note: timezone set to \"TZ=\""));
  EXPECT_TRUE(Has(Extract({"-z", "-Z", "", in_}).err, "at most one of -Z and/or -z allowed"));
}

TEST_F(ExtractProgramTest, DailyWindowsEndAtAStampFarAway) {
  const MetricId id = MetricId::Build(60, 0, 1);
  ArchiveBuilder builder(in_, Version::k3);
  builder.Metric({.name = "toy.a", .id = id});
  for (const std::int64_t second : {0LL, 3 * 86'400LL, 4'000'000'000LL, 1LL << 61})
    builder.Record({kEpoch + second, 0}, {Single(id, std::int64_t{1})});
  builder.Close();
  const ChildOutcome outcome = Extract({"-w", "-S", "+0s", "-T", "+1s", in_});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(RecordsOf(out_), "0 0m 0m 0m 259200 ");
}

class OutputNameTest : public ExtractProgramTest,
                       public testing::WithParamInterface<const char*> {};

INSTANTIATE_TEST_SUITE_P(Programs, OutputNameTest,
                         testing::Values("pmlogextract", "pmlogredact", "pmlogreduce",
                                         "pmlogrewrite"));

TEST_P(OutputNameTest, AnArchiveNeedsAName) {
  WriteVolumes(1);
  fs::create_directory(out_);
  for (const std::string& name : {std::string(), out_ + "/"}) {
    const ChildOutcome outcome = RunProgram(GetParam(), {in_, name});
    EXPECT_EQ(outcome.exit_status, 1);
    EXPECT_TRUE(Has(outcome.err, "needs a name"));
    EXPECT_EQ(outcome.err.find("already exists"), std::string::npos) << outcome.err;
  }
  EXPECT_TRUE(fs::is_empty(out_));
}

}  // namespace
}  // namespace fdr::test
