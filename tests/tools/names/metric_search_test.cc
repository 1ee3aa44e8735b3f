// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/names/metric_search.h"

#include <gtest/gtest.h>

namespace fdr::test {
namespace {

using tools::MetricInfo;
using tools::MetricSearch;

MetricInfo About(std::string name, std::string one_line = "", std::string help = "") {
  MetricInfo metric;
  metric.name = std::move(name);
  metric.one_line = std::move(one_line);
  metric.help = std::move(help);
  return metric;
}

TEST(MetricSearchTest, TheBetterMetricHasTheSmallerRank) {
  MetricSearch search("Read");
  const std::vector<MetricInfo> in_order = {
      About("disk.all.read"),    About("disk.all.part.read"),    About("disk.threads"),
      About("a", "what I read"), About("a", "how many threads"), About("a", "", "read"),
      About("a", "", "threads")};
  for (std::size_t i = 1; i < in_order.size(); ++i)
    EXPECT_LT(search.RankOf(in_order[i - 1]), search.RankOf(in_order[i])) << i;
  EXPECT_FALSE(search.RankOf(About("disk.write")));
}

TEST(MetricSearchTest, APluralFindsTheSingularAndAGivenWordIsBetterThanAnotherOne) {
  MetricSearch search("forks");
  EXPECT_TRUE(search.RankOf(About("kernel.all.sysfork")));
  MetricSearch memory("memory");
  EXPECT_TRUE(memory.RankOf(About("mem.free")));
  EXPECT_LT(memory.RankOf(About("memory.free")), memory.RankOf(About("mem.free")));
}

TEST(MetricSearchTest, InstancesCountWhereNothingElseHasTheWord) {
  MetricInfo metric = About("disk.dev.read");
  metric.instances =
      std::make_shared<const tools::InstanceNames>(tools::InstanceNames{{0, "sda"}, {1, "SDB1"}});
  MetricSearch search("sdb read");
  EXPECT_TRUE(search.RankOf(metric));
  EXPECT_EQ(search.InstanceFor(metric), "SDB1");
  EXPECT_EQ(MetricSearch("read").InstanceFor(metric), "");
}

TEST(MetricSearchTest, PlacesDoNotOverlap) {
  using Places = std::vector<std::pair<std::size_t, std::size_t>>;
  EXPECT_EQ(MetricSearch("aba bab").PlacesIn("xABABx aba"), (Places{{1, 5}, {7, 10}}));
  EXPECT_EQ(MetricSearch("q").PlacesIn("xABABx"), Places{});
}

TEST(MetricSearchTest, WordsWithoutAnyMetricAreMissing) {
  const std::vector<MetricInfo> metrics = {About("disk.read"), About("disk.write")};
  EXPECT_EQ(MetricSearch("write Flush read").Missing(metrics), std::vector<std::string>{"Flush"});
}

}  // namespace
}  // namespace fdr::test
