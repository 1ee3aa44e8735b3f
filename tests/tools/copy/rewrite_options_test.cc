// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options of `fdr copy` that change what is copied, as users run them.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class RewriteOptionsTest : public testing::Test {
 protected:
  RewriteOptionsTest() {
    ArchiveBuilder builder(in_, ArchiveBuilder::Options(Version::k3));
    builder.Metric({.name = "disk.dev.read", .id = MetricId::Build(60, 0, 1)})
        .Metric({.name = "disk.dev.write", .id = MetricId::Build(60, 0, 2)})
        .Metric({.name = "load", .id = MetricId::Build(60, 0, 3), .type = Type::kDouble})
        .LabelSets(At(0), LabelLevel::kContext, kContextId, {{{{"machine", "\"m\""}}}});
    for (int second = 0; second < 3; ++second)
      builder.Record(At(second),
                     {Single(MetricId::Build(60, 0, 1), std::int64_t{second} + 4'000'000'000),
                      Single(MetricId::Build(60, 0, 2), std::int64_t{second}),
                      Single(MetricId::Build(60, 0, 3), 0.5 + second)});
  }

  ChildOutcome Copy(std::vector<std::string> options) {
    for (const char* suffix : {".0", ".meta", ".index"}) std::filesystem::remove(out_ + suffix);
    options.insert(options.begin(), {"copy", in_, out_});
    return RunFdr(std::move(options));
  }

  std::string File(const std::string& name, std::string_view text) {
    WriteFile(directory_ / name, AsBytes(text));
    return directory_ / name;
  }

  std::string Dump() { return RunFdr({"dump", "-a", "-e", "-l", "-Z", "UTC", out_}).out; }

  const TempDirectory directory_;
  const std::string in_ = directory_ / "in";
  const std::string out_ = directory_ / "out";
};

TEST_F(RewriteOptionsTest, ASubtreeIsRenamed) {
  const ChildOutcome outcome = Copy({"--rename", "disk.dev=disc"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "out: 3 records,")) << outcome.out;
  const std::string names = RunFdr({"names", out_}).out;
  EXPECT_TRUE(Has(names, "disc.read")) << names;
  EXPECT_TRUE(Has(names, "disc.write"));
  EXPECT_FALSE(Has(names, "disk"));
  EXPECT_TRUE(ReadFile(in_ + ".0") == ReadFile(out_ + ".0"));
}

TEST_F(RewriteOptionsTest, ANameThatIsNotThereIsNotRenamed) {
  const ChildOutcome outcome = Copy({"--rename", "disk.deb=disc"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, "Unknown metric \"disk.deb\"")) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(out_ + ".meta"));
}

TEST_F(RewriteOptionsTest, TheLabelOfTheArchive) {
  const ChildOutcome outcome = Copy({"--host", "db2", "--shift", "-1h", "--zone", "Europe/Paris",
                                     "--label", "place=here", "--label", "n=5"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "3 records changed and moved in time")) << outcome.out;
  const std::string info = Dump();
  EXPECT_TRUE(Has(info, "db2")) << info;
  EXPECT_TRUE(Has(info, "Europe/Paris")) << info;
  EXPECT_TRUE(Has(info, "21:13:20")) << info;
  EXPECT_TRUE(Has(info, R"("machine":"m","n":5,"place":"here")")) << info;
}

TEST_F(RewriteOptionsTest, RulesOfFilesAndDirectories) {
  std::filesystem::create_directory(directory_ / "rules");
  File("rules/a", "metric load { name -> kernel.load }");
  File("rules/b", "");
  const ChildOutcome outcome = Copy({"--rewrite", directory_ / "rules", "--rewrite",
                                     File("c", "metric disk.dev.write { delete }\nmetric x { }")});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.err, "c:2: the rule fits no metric")) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "2 of 3 metrics")) << outcome.out;
  EXPECT_TRUE(Has(RunFdr({"names", out_}).out, "kernel.load"));
}

TEST_F(RewriteOptionsTest, WrongRulesAreUsageErrors) {
  ChildOutcome outcome = Copy({"--rewrite", File("r", "metric load { typ -> 32 }")});
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_TRUE(Has(outcome.err, "r:1:15: ")) << outcome.err;
  EXPECT_TRUE(Has(outcome.err, "metric load { typ -> 32 }\n              ^ -- here"))
      << outcome.err;
  outcome = Copy({"--rewrite", directory_ / "nothing"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, "nothing: ")) << outcome.err;
  EXPECT_EQ(Copy({"--rename", "load"}).exit_status, 2);
  EXPECT_EQ(Copy({"--rename", "disk=d", "--rename", "disk.dev=e"}).exit_status, 2);
  EXPECT_EQ(Copy({"--host", ""}).exit_status, 2);
  EXPECT_EQ(Copy({"--rename", "load=a b"}).exit_status, 2);
  EXPECT_EQ(Copy({"--rename", "load=disk"}).exit_status, 2);
  EXPECT_EQ(Copy({"--label", "a b=5"}).exit_status, 2);
  EXPECT_EQ(Copy({"--shift", "often"}).exit_status, 2);
  EXPECT_EQ(Copy({"--zone", "Nowhere/Land"}).exit_status, 2);
  EXPECT_EQ(Copy({"--host", std::string(300, 'h')}).exit_status, 2);
  EXPECT_FALSE(std::filesystem::exists(out_ + ".meta"));
}

TEST_F(RewriteOptionsTest, ALossIsAllowedAndReported) {
  const std::string rules =
      File("r", "metric disk.dev.read { type -> 32 } metric load { type -> u32 }");
  ChildOutcome outcome = Copy({"--rewrite", rules});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, "disk.dev.read, at 1700000000.000000000: 4000000000 does not fit"))
      << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(out_ + ".meta"));
  outcome = Copy({"--rewrite", rules, "--lossy"});
  EXPECT_EQ(outcome.exit_status, 3);
  EXPECT_TRUE(Has(outcome.err, "3 values did not fit into the new type")) << outcome.err;
  EXPECT_TRUE(Has(outcome.err, "3 values lost a fraction")) << outcome.err;
  outcome = Copy({"--rewrite", rules, "--lossy", "--json"});
  EXPECT_TRUE(Has(outcome.out, R"("changed":3,"moved":0,"clamped":3,"rounded":3)")) << outcome.out;
}

TEST_F(RewriteOptionsTest, MetricsAreChosenByTheirOldNames) {
  const ChildOutcome outcome = Copy({"--only", "load", "--rename", "load=disk.dev.read"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "1 of 3 metrics")) << outcome.out;
  const std::string names = RunFdr({"names", out_}).out;
  EXPECT_TRUE(names.starts_with("disk.dev.read  instant  double")) << names;
}

}  // namespace
}  // namespace fdr::test
