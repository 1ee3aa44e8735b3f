// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/record_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "fdr/tests/support/counted_source.h"

namespace fdr {
namespace {

constexpr std::uint64_t kMebibyte = 1 << 20;
constexpr KnownLayout::Id kLayout = 1;

class RecordNumbersTest : public testing::Test {
 protected:
  explicit RecordNumbersTest(std::uint64_t cache = 8 * kMebibyte)
      : cache_(std::make_shared<BlockCache>(cache)), numbers_(cache_) {}

  static RecordPlace At(const ByteSource& source, std::uint64_t record) {
    return {&source, record * 1000, 1000};
  }
  static void Fill(std::uint64_t first, std::span<std::uint64_t> numbers) {
    for (std::uint64_t& number : numbers) number = first++;
  }
  static bool AreThose(std::uint64_t first, std::span<const std::uint64_t> numbers) {
    return std::ranges::all_of(numbers,
                               [&first](std::uint64_t number) { return number == first++; });
  }

  // As who wants them does.  Whether they were remembered.
  bool Want(const ByteSource& source, std::uint64_t record, std::uint64_t first,
            std::size_t count = 200) {
    return Want(numbers_, source, record, first, count);
  }
  static bool Want(RecordNumbers& numbers, const ByteSource& source, std::uint64_t record,
                   std::uint64_t first, std::size_t count) {
    const auto found = numbers.Find(At(source, record), kLayout);
    if (!found.empty()) {
      EXPECT_EQ(found.values().size(), count);
      EXPECT_TRUE(AreThose(first, found.values())) << record;
      return true;
    }
    const auto noted = numbers.Note(At(source, record), kLayout, count, [&](auto room) {
      EXPECT_EQ(room.size(), count);
      Fill(first, room);
      return true;
    });
    EXPECT_TRUE(noted.empty() ||
                (noted.values().size() == count && AreThose(first, noted.values())));
    return false;
  }

  // How many of so many records are remembered by who has gone through all of them often.
  int RememberedOf(int records, int rounds) { return RememberedOf(numbers_, records, rounds); }
  int RememberedOf(RecordNumbers& numbers, int records, int rounds) {
    int remembered = 0;
    for (int round = 0; round < rounds; ++round) {
      remembered = 0;
      for (int record = 0; record < records; ++record)
        remembered += Want(numbers, source_, static_cast<std::uint64_t>(record),
                           static_cast<std::uint64_t>(record) * 7, 200)
                          ? 1
                          : 0;
    }
    return remembered;
  }

  const test::CountedSource source_{Bytes()}, other_{Bytes()};
  std::shared_ptr<BlockCache> cache_;
  RecordNumbers numbers_;
};

TEST_F(RecordNumbersTest, WhatWasReadTwiceIsRemembered) {
  EXPECT_EQ(RememberedOf(1000, 1), 0);
  EXPECT_FALSE(BlockCache::Loan(cache_).Take(4 * kMebibyte).empty()) << "nothing is lent yet";
  EXPECT_EQ(RememberedOf(1000, 1), 0);
  EXPECT_EQ(RememberedOf(1000, 1), 1000);
}

TEST_F(RecordNumbersTest, RecordsOfDifferentSourcesAreDifferent) {
  for (const bool is_known : {false, false, true}) {
    EXPECT_EQ(Want(source_, 1, 100), is_known);
    EXPECT_EQ(Want(other_, 1, 200), is_known);
  }
}

TEST_F(RecordNumbersTest, WhoWantsOtherOnesOfARecordHasHisOwn) {
  const auto note = [&](KnownLayout::Id layout, std::uint64_t first, std::size_t count) {
    return numbers_.Note(At(source_, 1), layout, count, [first](auto room) {
      Fill(first, room);
      return true;
    });
  };
  EXPECT_TRUE(note(kLayout, 5, 3).empty());
  EXPECT_TRUE(note(kLayout + 1, 7, 4).empty()) << "it was read once";
  EXPECT_FALSE(note(kLayout, 5, 3).empty());
  EXPECT_TRUE(numbers_.Find(At(source_, 1), kLayout + 1).empty());
  EXPECT_FALSE(note(kLayout + 1, 7, 4).empty());
  EXPECT_EQ(numbers_.Find(At(source_, 1), kLayout).values().size(), 3u);
  EXPECT_EQ(numbers_.Find(At(source_, 1), kLayout + 1).values().size(), 4u);
  EXPECT_TRUE(AreThose(5, numbers_.Find(At(source_, 1), kLayout).values()));
  EXPECT_TRUE(AreThose(7, numbers_.Find(At(source_, 1), kLayout + 1).values()));
}

// There are slots for 8,192.
TEST_F(RecordNumbersTest, WhoWantedOthersBeforeIsNotInTheWay) {
  for (KnownLayout::Id layout = kLayout; layout < kLayout + 20; ++layout) {
    int remembered = 0;
    for (int round = 0; round < 4; ++round)
      for (std::uint64_t record = 0; record < 1500; ++record) {
        remembered += numbers_.Find(At(source_, record), layout).empty() ? 0 : 1;
        (void)numbers_.Note(At(source_, record), layout, 200, [](auto) { return true; });
      }
    EXPECT_GT(remembered, 1500) << layout;
  }
}

// Others may have noted it meanwhile.
TEST_F(RecordNumbersTest, WhoReadsWhatIsRememberedLeavesItAsItIs) {
  RememberedOf(5000, 60);
  int remembered = 0, still = 0;
  for (std::uint64_t record = 0; record < 5000; ++record) {
    if (numbers_.Find(At(source_, record), kLayout).empty()) continue;
    ++remembered;
    (void)numbers_.Note(At(source_, record), kLayout, 200, [](auto) { return true; });
    const auto found = numbers_.Find(At(source_, record), kLayout);
    still += !found.empty() && AreThose(record * 7, found.values()) ? 1 : 0;
  }
  EXPECT_GT(remembered, 1500);
  EXPECT_EQ(still, remembered);
}

TEST_F(RecordNumbersTest, WhatCannotBeFilledInIsNotRemembered) {
  for (int i = 0; i < 3; ++i) {
    const auto noted = numbers_.Note(At(source_, 1), kLayout, 10, [](auto) { return false; });
    EXPECT_TRUE(noted.empty());
    EXPECT_TRUE(numbers_.Find(At(source_, 1), kLayout).empty());
  }
}

// There is room for about 3,800 records; whoever goes through more of them, again and again, still
// finds some.
TEST_F(RecordNumbersTest, WhoeverWantsMoreThanFitsFindsAPart) {
  EXPECT_GT(RememberedOf(3000, 3), 2900);
  const int most = RememberedOf(5000, 60);
  EXPECT_GT(most, 1500);
  EXPECT_LT(most, 4000);
  EXPECT_GT(RememberedOf(1000, 16), 800) << "and who comes back to fewer of them finds those soon";
}

// ... and about 1,900 for each of two, whichever was there first, and all again for who is left.
TEST_F(RecordNumbersTest, TwoHaveEqualShares) {
  EXPECT_GT(RememberedOf(3000, 3), 2900);
  {
    RecordNumbers others(cache_);
    for (int round = 0; round < 60; ++round) {
      RememberedOf(others, 1500, 1);
      RememberedOf(1500, 1);
    }
    EXPECT_GT(RememberedOf(others, 1500, 1), 1400);
    EXPECT_GT(RememberedOf(1500, 1), 1400);
  }
  EXPECT_GT(RememberedOf(3000, 60), 2700);
}

TEST_F(RecordNumbersTest, AreThoseOfTheRecordWhateverElseWasWanted) {
  std::mt19937 random(1);
  std::unique_ptr<RecordNumbers> others;  // come and go
  int remembered = 0;
  for (int i = 0; i < 200'000; ++i) {
    if (i % 10'000 == 0)
      others = i % 20'000 == 0 ? nullptr : std::make_unique<RecordNumbers>(cache_);
    const std::uint64_t record = random() % (random() % 2 == 0 ? 300 : 30'000);
    const ByteSource& source = record % 3 == 0 ? other_ : source_;
    remembered += Want(source, record, record * 13, record % 900) ? 1 : 0;
    if (others) Want(*others, source, record, record * 17, record % 700);
  }
  EXPECT_GT(remembered, 50'000);
}

class SmallRecordNumbersTest : public RecordNumbersTest {
 protected:
  SmallRecordNumbersTest() : RecordNumbersTest(4096) {}
};

TEST_F(SmallRecordNumbersTest, WithoutMemoryNothingIsRemembered) {
  EXPECT_EQ(RememberedOf(100, 3), 0);
}

}  // namespace
}  // namespace fdr
