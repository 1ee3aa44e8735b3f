// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/nearest_names.h"

#include <gtest/gtest.h>

namespace fdr::test {
namespace {

using Names = std::vector<std::string>;

TEST(NearestNamesTest, OnesThatAreMuchFurtherAreLeftOut) {
  EXPECT_EQ(tools::NearestNames("reads", {"writes", "read", "reader"}, 5),
            (Names{"read", "reader"}));
  EXPECT_EQ(tools::NearestNames("reads", {"read", "reader"}, 1), Names{"read"});
  EXPECT_EQ(tools::NearestNames("", {"read"}, 5), Names{});
  const std::string long_name(300, 'x');
  EXPECT_EQ(tools::NearestNames(long_name, {long_name}, 5), Names{});
}

TEST(NearestNamesTest, AnotherMiddleIsNear) {
  EXPECT_EQ(tools::NearestNames("proc.memory.rss", {"proc.psinfo.rss", "proc.memory.vmlock"}, 5),
            Names{"proc.psinfo.rss"});
  EXPECT_EQ(tools::NearestNames("disk.load.read", {"disk.read", "disk.dev.read"}, 1),
            Names{"disk.dev.read"});
}

TEST(NearestNamesTest, TheCaseOfLettersDoesNotMatter) {
  EXPECT_EQ(tools::NearestNames("REPLAY", {"replay", "repair"}, 5), Names{"replay"});
  EXPECT_EQ(tools::NearestNames("memfree", {"mem.memFree", "mem.total"}, 1), Names{"mem.memFree"});
}

TEST(NearestNamesTest, ASuggestionIsTheRestOfASentence) {
  EXPECT_EQ(tools::DidYouMean("inof", {"info", "live"}), "; did you mean info?");
  EXPECT_EQ(tools::DidYouMean("zzzzzz", {"info", "live"}), "");
}

}  // namespace
}  // namespace fdr::test
