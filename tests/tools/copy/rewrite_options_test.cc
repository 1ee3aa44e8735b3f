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

// Words of options become no other rules.
TEST_F(RewriteOptionsTest, OptionsAreNamesAndValuesOnly) {
  for (const char* name : {"d dupok", "b # x", "b } metric load { delete", "b sem -> counter",
                           "b\n", " b", "b }\nglobal { hostname -> \"h\""}) {
    const ChildOutcome outcome = Copy({"--rename", std::string("load=") + name});
    EXPECT_EQ(outcome.exit_status, 2) << name << outcome.out;
    EXPECT_TRUE(Has(outcome.err, "--rename")) << outcome.err;
  }
  for (const char* host : {"a\" time -> \"+1h", "a\nb", "a\" } metric load { name -> \"x"}) {
    const ChildOutcome outcome = Copy({"--host", host});
    EXPECT_EQ(outcome.exit_status, 2) << host << outcome.out;
  }
  for (const char* label : {"x\" 1 new \"y=5", "x\"=5", "x\ny=5"}) {
    const ChildOutcome outcome = Copy({"--label", label});
    EXPECT_EQ(outcome.exit_status, 2) << label << outcome.out;
  }
  // A value that is no number is a string, whatever is in it.
  EXPECT_EQ(
      Copy({"--label", "w= {\"a\":1} } \\ # global {", "--label", "v= {\"a\":1}"}).exit_status, 0);
  EXPECT_TRUE(Has(Dump(), R"("w":" {\"a\":1} } \\ # global {")")) << Dump();
  EXPECT_TRUE(Has(Dump(), R"("v":" {\"a\":1}")")) << Dump();
}

// Each record of labels has those of all instances.
TEST_F(RewriteOptionsTest, LabelsOfInstancesHaveALimit) {
  constexpr InDomId kMany = InDomId::Build(60, 7);
  const std::string many = directory_ / "many";
  {
    ArchiveBuilder builder(many, ArchiveBuilder::Options(Version::k3));
    builder.Metric({.name = "m", .id = MetricId::Build(60, 0, 9), .indom = kMany});
    std::vector<std::string> names;
    for (int i = 0; i < 20; ++i) names.push_back("a" + std::to_string(i));
    for (int second = 0; second < 80; ++second) {
      const std::string newest = "b" + std::to_string(second);
      InstanceList members{{20 + second, newest}};
      for (int i = 0; i < 20; ++i) members.push_back({i, names[static_cast<std::size_t>(i)]});
      builder.InDom(At(second), kMany, members);
      builder.Record(At(second), {{MetricId::Build(60, 0, 9), {{0, std::int64_t{1}}}}});
    }
  }
  const auto label = [&](std::size_t size) {
    const std::string rule =
        "label instances 60.7 { new \"x\" \"" + std::string(size, 'v') + "\" }";
    return RunFdr({"copy", many, out_, "--rewrite", File("r", rule)});
  };
  const ChildOutcome huge = label(60'000);
  EXPECT_EQ(huge.exit_status, 1);
  EXPECT_TRUE(Has(huge.err, "r:1:7: The rules would write more than 64 MiB of labels")) << huge.err;
  EXPECT_TRUE(Has(huge.err, "(labels of instance domain 60.7)"));
  EXPECT_FALSE(std::filesystem::exists(out_ + ".meta"));
  EXPECT_EQ(label(10).exit_status, 0);
}

TEST_F(RewriteOptionsTest, LabelsInObjectsAreNamed) {
  ArchiveBuilder(directory_ / "odd", ArchiveBuilder::Options(Version::k3))
      .Metric({.name = "load", .id = MetricId::Build(60, 0, 3)})
      .LabelSets(At(0), LabelLevel::kItem, MetricId::Build(60, 0, 3).value,
                 {{{{"a", "{\"b\":1}"}}}})
      .Record(At(0), {Single(MetricId::Build(60, 0, 3), std::int64_t{1})});
  const ChildOutcome outcome = RunFdr({"copy", directory_ / "odd", out_, "--rewrite",
                                       File("r", "\nlabel item 60.0.3 \"a\" { delete }")});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, "r:2:7: Rules cannot change labels that are parts of an object"))
      << outcome.err;
  EXPECT_TRUE(Has(outcome.err, "(labels of metric 60.0.3)")) << outcome.err;
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
