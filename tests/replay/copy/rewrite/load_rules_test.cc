// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/load_rules.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

TEST(LoadRewriteRules, FilesAndDirectories) {
  const test::TempDirectory directory;
  std::filesystem::create_directory(directory / "rules");
  test::WriteFile(directory / "rules/b", AsBytes("metric b { delete }"));
  test::WriteFile(directory / "rules/a", AsBytes("metric a { delete }"));
  test::WriteFile(directory / "rules/.c", AsBytes("wrong"));
  std::filesystem::create_directory(directory / "rules/d");
  test::WriteFile(directory / "one", AsBytes("metric one { delete }"));
  const auto rules = LoadRewriteRules({directory / "one", directory / "rules"});
  ASSERT_EQ(test::ErrorOf(rules), "");
  ASSERT_EQ(rules->metrics.size(), 3u);
  EXPECT_EQ(rules->metrics[0].metric.name, "one");
  EXPECT_EQ(rules->metrics[1].metric.name, "a");
  EXPECT_EQ(rules->metrics[2].metric.name, "b");
}

TEST(LoadRewriteRules, WhatIsNotThere) {
  const auto rules = LoadRewriteRules({"/nowhere/rules"});
  ASSERT_FALSE(rules);
  EXPECT_EQ(rules.error().code, Errc::kNotFound);
}

TEST(LoadRewriteRules, GlobalClausesOfSeveralFilesMeet) {
  const test::TempDirectory directory;
  test::WriteFile(directory / "a", AsBytes("global { hostname -> a }"));
  test::WriteFile(directory / "b", AsBytes("\nglobal { hostname -> b }"));
  const auto rules = LoadRewriteRules({directory / "a", directory / "b"});
  ASSERT_FALSE(rules);
  EXPECT_TRUE(rules.error().file.ends_with("b:2:22")) << rules.error().file;
}

}  // namespace
}  // namespace fdr
