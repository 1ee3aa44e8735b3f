// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/shell_word.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/child_process.h"

namespace fdr::test {
namespace {

TEST(ShellWordTest, AShellReadsTheSameText) {
  EXPECT_EQ(tools::ShellWord("/var/tmp/today-1.xz"), "/var/tmp/today-1.xz");
  for (const char* text : {"", "a b", "it's", "$HOME", "a\nb", "`x`", "a\\b", "*"}) {
    const std::string word = tools::ShellWord(text);
    EXPECT_NE(word, text);
    const auto outcome = RunChild({.argv = {"sh", "-c", "printf %s " + word}});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->out, text);
  }
}

}  // namespace
}  // namespace fdr::test
