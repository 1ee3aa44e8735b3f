// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/rewrite_run.h"

#include <gtest/gtest.h>

#include <csignal>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"

namespace fdr::tools {
namespace {

constexpr MetricId kRunForks = MetricId::Build(60, 0, 1);

class RewriteRunTest : public testing::Test {
 protected:
  void SetUp() override {
    test::ArchiveBuilder builder(base_, Version::k3);
    builder.Metric({.name = "toy.forks", .id = kRunForks});
    for (int i = 0; i < 3; ++i)
      builder.Record(test::At(i), {test::Single(kRunForks, std::int64_t{i})});
  }
  void TearDown() override {
    ForgetInterrupt();
    EXPECT_EQ(test::FileNames(directory_.path()), old_);
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "a";
  const RewriteRules rules_{};
  const std::vector<std::string> old_ = {"a.0", "a.index", "a.meta"};
};

TEST_F(RewriteRunTest, ASignalLeavesNothing) {
  const auto archive = Archive::Open(base_, {}).value();
  const RewriteRun run{.name = base_, .archive = *archive, .rules = rules_, .keeps_part = true};
  CatchInterrupts();
  ASSERT_EQ(std::raise(SIGTERM), 0);
  EXPECT_EQ(WriteRewritten(run, directory_ / "o", PosixFileSystem()), kFailed);
  EXPECT_TRUE(Interrupted());
}

TEST_F(RewriteRunTest, ASignalLeavesTheArchiveAsItWas) {
  const ByteBuffer before = test::ReadFile(base_ + ".0");
  CatchInterrupts();
  ASSERT_EQ(std::raise(SIGTERM), 0);
  {
    const auto replacement = ArchiveReplacement::Begin(PosixFileSystem(), base_).value();
    const auto archive = Archive::Open(replacement->old_files(), {}).value();
    const RewriteRun run{.name = base_, .archive = *archive, .rules = rules_};
    EXPECT_EQ(RewriteInPlace(run, *replacement), kFailed);
  }
  EXPECT_EQ(test::ReadFile(base_ + ".0"), before);
}

}  // namespace
}  // namespace fdr::tools
