// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/order/sorted_source.h"

#include <gtest/gtest.h>

#include <random>

#include "fdr/archive/base/memory_source.h"
#include "fdr/tests/support/counted_source.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::CountedSource;

std::string Read(const SortedSource& source, std::uint64_t offset, std::size_t size) {
  ByteBuffer bytes(size);
  const Result<std::size_t> got = source.ReadAt(offset, bytes);
  EXPECT_TRUE(got) << got.error().Message();
  return std::string(AsText(Bytes(bytes).first(got.value_or(0))));
}

TEST(SortedSourceTest, ReadsPiecesInTheOrderInWhichTheyWereAdded) {
  const CountedSource first(test::RecordBuilder().Text("abcdef")),
      second(test::RecordBuilder().Text("123456"));
  SortedSource source("all", {&first, &second});
  source.Add(0, 0, 2);
  source.Add(1, 0, 3);
  source.Add(0, 2, 4);
  source.Add(1, 3, 3);
  source.Finish();
  const std::string content = "ab123cdef456";
  ASSERT_EQ(source.size(), content.size());
  EXPECT_EQ(source.name(), "all");
  for (std::size_t from = 0; from <= content.size(); ++from)
    for (std::size_t size = 0; size <= content.size() + 2; ++size)
      EXPECT_EQ(Read(source, from, size), content.substr(from, size)) << from << ' ' << size;
}

TEST(SortedSourceTest, ReadsWhatLiesTogetherAtOnce) {
  CountedSource volume(test::RecordBuilder().Text("aAbBcCdDeE").bytes());
  SortedSource source("all", {&volume});
  for (const std::uint64_t offset : {0u, 2u, 4u, 6u, 8u, 1u, 3u, 5u, 7u, 9u})
    source.Add(0, offset, 1);
  EXPECT_EQ(Read(source, 0, 10), "abcdeABCDE");
  EXPECT_EQ(volume.TakeReads(), 1);
}

TEST(SortedSourceTest, DamageIsNoRecord) {
  const CountedSource volume(test::RecordBuilder().Text("abcd"));
  SortedSource source("all", {&volume});
  source.Add(0, 0, 2);
  source.AddDamage();
  source.Add(0, 2, 2);
  EXPECT_EQ(Read(source, 0, 100), "ab" + std::string(SortedSource::kDamageSize, '\0') + "cd");
}

TEST(SortedSourceTest, AVolumeThatWasCutEndsTheContent) {
  const CountedSource volume(test::RecordBuilder().Text("abcd"));
  SortedSource source("all", {&volume});
  source.Add(0, 2, 10);
  EXPECT_EQ(Read(source, 0, 5), "");
}

}  // namespace
}  // namespace fdr
