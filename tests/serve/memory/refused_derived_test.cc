// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A fetch of derived metrics that gets no memory in the middle.

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/tests/hosts/invented_source.h"
#include "fdr/tests/support/got.h"

namespace fdr {
namespace {

// Two derived metrics of one source, which have the same values at each fetch.
struct DerivedPair {
  DerivedPair() {
    source.AddSet("set", 1, {{0, 10}, {1, 20}, {2, 30}});
    source.AddSet("other.set", 2, {{0, 1}, {2, 3}});
    source.members[test::kInvented] = {{0, "eth0"}, {1, "eth1"}, {2, "lo"}};
    metrics = {*context.Add("own.sum", "set + other.set"), *context.Add("own.twice", "set * 2")};
  }

  // The bits of all values, by set and instance.
  std::map<std::pair<std::size_t, InstanceId>, std::uint64_t> Values() const {
    std::map<std::pair<std::size_t, InstanceId>, std::uint64_t> values;
    for (std::size_t set = 0; set < result.sets().size(); ++set)
      for (const FetchedValue& value : result.Values(result.sets()[set]))
        values[{set, value.instance}] = value.bits;
    return values;
  }

  test::InventedSource source;
  DerivedContext context{source, DerivedTable()};
  std::vector<MetricId> metrics;
  FetchResult result;
};

TEST(RefusedDerivedTest, TheNextFetchIsWhole) {
  DerivedPair polite;
  ASSERT_TRUE(test::Got(polite.context.Fetch(polite.metrics, polite.result)));
  const auto expected = polite.Values();
  ASSERT_EQ(expected.size(), 5u);
  AnswerMemory::SetLimit(std::size_t{1} << 30);
  bool is_over = false;
  for (std::int64_t n = 1; !is_over; ++n) {
    DerivedPair pair;
    AnswerMemory::RefuseLater(n);
    MemoryAccount account;
    try {
      const AnswerMemory::Scope scope(account, AnswerMemory::Share::kFirst);
      static_cast<void>(pair.context.Fetch(pair.metrics, pair.result));
    } catch (const MemoryRefused&) {
    }
    is_over = AnswerMemory::until_refusal() > 0;
    AnswerMemory::RefuseLater(0);
    EXPECT_TRUE(test::Got(pair.context.Fetch(pair.metrics, pair.result)));
    EXPECT_EQ(pair.Values(), expected) << "after allocation " << n;
    if (::testing::Test::HasFailure()) break;
  }
  AnswerMemory::SetLimit(0);
}

}  // namespace
}  // namespace fdr
