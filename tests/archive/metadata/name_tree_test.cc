// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata/name_tree.h"

#include <gtest/gtest.h>

#include <string>

namespace fdr {
namespace {

constexpr MetricId kA{1}, kB{2}, kC{3};

std::vector<std::string_view> NamesBelow(const NameTree& tree, NameTree::Node from) {
  std::vector<std::string_view> names;
  tree.Visit(from, [&](NameTree::Node node) { names.push_back(tree.FullName(node)); });
  return names;
}

TEST(NameTreeTest, FindsLeavesAndInnerNodes) {
  NameTree tree;
  tree.Add("disk.dev.read", kA);
  ASSERT_TRUE(tree.Find("disk.dev"));
  EXPECT_FALSE(tree.Metric(*tree.Find("disk.dev")));
  EXPECT_TRUE(tree.HasChildren(*tree.Find("disk.dev")));
  EXPECT_EQ(tree.Metric(*tree.Find("disk.dev.read")), kA);
  EXPECT_EQ(tree.Find(""), NameTree::kRoot);
  EXPECT_FALSE(tree.Find("disk.de"));
  EXPECT_FALSE(tree.Find("disk.dev.read.more"));
  EXPECT_FALSE(tree.Find("disk.dev."));
  EXPECT_FALSE(tree.Find("disk.dev.read."));
}

TEST(NameTreeTest, ChildrenComeMostRecentlyAddedFirst) {
  NameTree tree;
  tree.Add("x.one", kA);
  tree.Add("x.two", kB);
  tree.Add("x.one.deep", kC);
  EXPECT_EQ(NamesBelow(tree, NameTree::kRoot),
            (std::vector<std::string_view>{"x.two", "x.one", "x.one.deep"}));
}

TEST(NameTreeTest, TheFirstMetricKeepsAName) {
  NameTree tree;
  tree.Add("x", kA);
  tree.Add("x", kB);
  EXPECT_EQ(tree.Metric(*tree.Find("x")), kA);
}

TEST(NameTreeTest, AnEmptyNameIsNoName) {
  NameTree tree;
  tree.Add("", kA);
  EXPECT_TRUE(NamesBelow(tree, NameTree::kRoot).empty());
}

TEST(NameTreeTest, DepthIsNotLimitedByTheStack) {
  std::string deep = "n";
  for (int i = 0; i < 200'000; ++i) deep += ".n";
  NameTree tree;
  tree.Add(deep, kA);
  EXPECT_EQ(NamesBelow(tree, NameTree::kRoot).size(), 1u);
}

}  // namespace
}  // namespace fdr
