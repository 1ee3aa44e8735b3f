// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agent_kit/label_text.h"

#include <gtest/gtest.h>

namespace fdr::agent {
namespace {

TEST(LabelText, IsJsonInTheOrderOfNames) {
  const OwnedLabelSet set = LabelSetOf({{"b", "2"}, {"a", "x\"y\\z\n"}}, LabelLevel::kItem);
  EXPECT_EQ(set.json, R"({"a":"x\"y\\z\u000a","b":"2"})");
  ASSERT_EQ(set.entries.size(), 2U);
  const LabelSet read{.json = set.json, .entries = set.entries};
  EXPECT_EQ(read.Name(set.entries[0]), "a");
  EXPECT_EQ(read.Value(set.entries[0]), R"("x\"y\\z\u000a")");
  EXPECT_EQ(read.Name(set.entries[1]), "b");
  EXPECT_EQ(read.Value(set.entries[1]), "\"2\"");
  EXPECT_EQ(set.entries[1].flags, 16);
}

TEST(LabelText, NamesHaveToBeValidAndDifferent) {
  EXPECT_TRUE(CheckLabels({}));
  EXPECT_TRUE(CheckLabels({{"a_1", ""}, {"B", ""}}));
  EXPECT_FALSE(CheckLabels({{"", "x"}}));
  EXPECT_FALSE(CheckLabels({{"1a", "x"}}));
  EXPECT_FALSE(CheckLabels({{"a.b", "x"}}));
  EXPECT_FALSE(CheckLabels({{std::string(256, 'a'), "x"}}));
  EXPECT_FALSE(CheckLabels({{"a", "x"}, {"a", "y"}}));
}

TEST(LabelText, HasTheLimitsOfTheFormat) {
  EXPECT_TRUE(CheckLabels({{"a", std::string(65000, 'x')}}));
  EXPECT_FALSE(CheckLabels({{"a", std::string(66000, 'x')}}));
  EXPECT_FALSE(CheckLabels({{"a", std::string(30000, '\n')}}));
  std::vector<Label> labels;
  for (int i = 0; i < 256; ++i) labels.push_back({"a" + std::to_string(i), ""});
  EXPECT_FALSE(CheckLabels(labels));
}

}  // namespace
}  // namespace fdr::agent
