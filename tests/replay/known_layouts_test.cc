// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/known_layouts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <thread>
#include <vector>

#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::RecordBuilder;

class KnownLayoutsTest : public testing::Test {
 protected:
  // One set, of one number in place.
  struct Made {
    RecordBuilder record;
    RecordLayout layout;
  };
  static Made Make(std::uint32_t instance) {
    Made made{RecordBuilder(fmt::format(
                  "5a000000 0001e240 | 00000001 | 0f000001 00000001 00000000 | {:08x} 0000002a",
                  instance)),
              {}};
    Desc desc;
    desc.id = MetricId{0x0f000001};
    desc.type = Type::kU32;
    ResultRecord decoded;
    EXPECT_TRUE(decoded.DecodeSets(Version::k2, made.record.bytes()));
    made.layout.Add(PlannedMetric(desc), decoded.sets()[0], 100);
    return made;
  }

  KnownLayouts layouts_;
};

TEST_F(KnownLayoutsTest, WhatIsAlikeIsOne) {
  const auto first = layouts_.Like(Make(1).layout);
  EXPECT_NE(first->id, 0u);
  EXPECT_EQ(layouts_.Like(Make(1).layout), first);
  const auto second = layouts_.Like(Make(2).layout);
  EXPECT_NE(second->id, first->id);
  EXPECT_EQ(layouts_.Like(Make(2).layout), second);
}

TEST_F(KnownLayoutsTest, WhatVariesIsKnownToAll) {
  const auto mine = layouts_.Like(Make(1).layout), yours = layouts_.Like(Make(1).layout);
  std::array<std::uint64_t, 1> numbers{};
  EXPECT_TRUE(mine->sets.ReadNumbers(Make(2).record.bytes(), numbers));
  EXPECT_FALSE(yours->sets.sets()[0].HasNumbers());
  EXPECT_EQ(layouts_.Like(Make(3).layout), mine) << "where they vary, they are alike";
}

TEST_F(KnownLayoutsTest, ThoseThatWereNewLongAgoAreForgottenAndStayGood) {
  const auto first = layouts_.Like(Make(0).layout);
  for (std::uint32_t instance = 1; instance < 100; ++instance)
    (void)layouts_.Like(Make(instance).layout);
  EXPECT_EQ(first->sets.numbers(), 1u);
  EXPECT_NE(layouts_.Like(Make(0).layout)->id, first->id);
}

TEST_F(KnownLayoutsTest, ThreadsHaveThemInCommon) {
  constexpr std::uint32_t kLayouts = 50;
  constexpr std::size_t kThreads = 4;
  std::array<std::array<KnownLayout::Id, kLayouts>, kThreads> ids{};
  {
    std::vector<std::jthread> threads;
    threads.reserve(kThreads);
    for (auto& own : ids)
      threads.emplace_back([&] {
        for (std::uint32_t i = 0; i < kLayouts; ++i) own[i] = layouts_.Like(Make(i).layout)->id;
      });
  }
  for (const auto& own : ids) EXPECT_EQ(own, ids[0]);
  EXPECT_EQ(std::set<KnownLayout::Id>(ids[0].begin(), ids[0].end()).size(), kLayouts);
}

}  // namespace
}  // namespace fdr
