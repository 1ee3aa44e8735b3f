// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `pmlogrewrite` and `pmlogreduce` of fdr as users run them: what is damaged, missing, or in use.

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/drop_in/run_program.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;
constexpr MetricId kProgramForks = MetricId::Build(60, 0, 1);

class DropInTest : public testing::Test {
 protected:
  // A volume has ten seconds, with a record at each.
  void Write(int volumes) const {
    ArchiveBuilder builder(in_, Version::k3);
    builder.Metric({.name = "toy.forks", .id = kProgramForks});
    for (int i = 0; i < 10 * volumes; ++i) {
      if (i > 0 && i % 10 == 0) builder.Volume();
      builder.Record(At(i), {Single(kProgramForks, std::int64_t{i})});
    }
  }

  std::map<std::string, ByteBuffer> Files(const std::string& beginning) const {
    std::map<std::string, ByteBuffer> files;
    for (const std::string& name : FileNames(directory_.path()))
      if (name.starts_with(beginning)) files[name] = ReadFile(directory_ / name);
    return files;
  }

  // The first volume ends within its second stream.
  void CutCompressedVolume() const {
    const ByteBuffer all = ReadFile(in_ + ".0");
    const std::size_t label = LabelSize(Version::k3);
    const std::size_t half = label + (all.size() - label) / 2;
    const ByteBuffer first = Compress({"xz", "-c"}, Bytes(all).first(half));
    const ByteBuffer second = Compress({"xz", "-c"}, Bytes(all).subspan(half));
    WriteFile(in_ + ".0.xz", Concatenate({first, Bytes(second).first(14)}));
    fs::remove(in_ + ".0");
  }

  const TempDirectory directory_;
  const std::string in_ = directory_ / "a", out_ = directory_ / "o", rules_ = directory_ / "rules";
};

TEST_F(DropInTest, AnArchiveIsClaimedBeforeItIsRead) {
  Write(1);
  WriteFile(rules_, AsBytes("nonsense"));
  const int fd = ::open((in_ + ".0").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  const ChildOutcome outcome = RunProgram("pmlogrewrite", {"-i", "-c", rules_, in_});
  ::close(fd);
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, "A process has it open for writing"));
  EXPECT_EQ(Files("a").size(), 3u);
}

TEST_F(DropInTest, AVolumeThatCannotBeDecompressedIsDamaged) {
  Write(2);
  CutCompressedVolume();
  const auto before = Files("a");
  const ChildOutcome plain = RunProgram("pmlogrewrite", {in_, out_});
  EXPECT_EQ(plain.exit_status, 1);
  EXPECT_TRUE(Has(plain.err, "Corrupted record in a PCP archive log"));
  EXPECT_TRUE(Has(plain.err, "pmlogrewrite: " + in_ + ".0.xz: "));
  EXPECT_TRUE(Files("o").empty());

  WriteFile(rules_, AsBytes("global { hostname -> other }"));
  EXPECT_EQ(RunProgram("pmlogrewrite", {"-i", "-c", rules_, in_}).exit_status, 1);
  EXPECT_EQ(Files("a"), before);

  const ChildOutcome desperate = RunProgram("pmlogrewrite", {"-d", in_, out_});
  EXPECT_EQ(desperate.exit_status, 1);
  EXPECT_TRUE(Has(desperate.err, "creation truncated"));
  EXPECT_TRUE(Has(RunFdr({"dump", out_}).out, "22:13:24"));
  EXPECT_EQ(Files("o").size(), 3u);
}

// The sanitizers need some descriptors of their own.
TEST_F(DropInTest, MoreVolumesThanDescriptorsAreRewritten) {
  Write(60);
  const ChildOutcome outcome = RunProgram("pmlogrewrite", {in_, out_}, 30);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(Files("o").size(), 62u);
}

TEST_F(DropInTest, AMissingVolumeIsSaid) {
  Write(3);
  fs::remove(in_ + ".1");
  for (const auto& [program, words] : std::map<std::string, std::vector<std::string>>{
           {"pmlogrewrite", {in_, out_ + "1"}}, {"pmlogreduce", {"-t", "5", in_, out_}}}) {
    const ChildOutcome outcome = RunProgram(program, words);
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, program + ": Warning: " + in_ + ".1: The volume is missing\n");
  }
}

TEST_F(DropInTest, WhatIsBehindDamageIsReduced) {
  Write(3);
  ByteBuffer bytes = ReadFile(in_ + ".1");
  for (std::size_t at = (LabelSize(Version::k3) + bytes.size()) / 2; at < bytes.size(); ++at)
    bytes[at] = std::byte{0xff};
  WriteFile(in_ + ".1", bytes);
  const ChildOutcome outcome = RunProgram("pmlogreduce", {"-t", "1", in_, out_});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.err.find("pmlogreduce: Warning: " + in_ + ".1: "), 0u) << outcome.err;
  EXPECT_EQ(outcome.err.find("fdr:"), std::string::npos) << outcome.err;
  EXPECT_TRUE(Has(RunFdr({"dump", out_}).out, "22:13:49"));
}

TEST_F(DropInTest, NumbersAreReadAsAWhole) {
  Write(1);
  EXPECT_TRUE(Has(RunProgram("pmlogrewrite", {"-V", "3x", in_, out_}).err,
                  "Error: unsupported version (3x) requested"));
  EXPECT_EQ(RunProgram("pmlogreduce", {"-t", "1", "-s", "", in_, out_}).exit_status, 0);
  EXPECT_TRUE(Has(RunProgram("pmlogreduce", {"-s", "5x", in_, out_ + "2"}).err,
                  "-s requires numeric argument"));
}

}  // namespace
}  // namespace fdr::test
