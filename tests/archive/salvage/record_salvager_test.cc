// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/salvage/record_salvager.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::RecordBuilder;

constexpr std::size_t kLabel = 16;

// Judges bodies that repeat one letter.  A body of g is a record anywhere, and a body of e only
// where a record is expected.  A body of f is a record if a fully trusted record follows.  A torn
// record begins with g.
class Letters : public RecordJudge {
 public:
  Result<void> Check(Bytes body) override {
    if (Is(body, 'g') || Is(body, 'e') || Is(body, 'f')) return {};
    return Fail(Errc::kCorruptRecord, "not good");
  }
  Trust Weigh(Bytes body) override {
    return Is(body, 'g') ? Trust::kFull : Is(body, 'f') ? Trust::kFollowed : Trust::kNone;
  }
  bool CanBegin(std::uint64_t, Bytes start) override { return start.empty() || Is(start, 'g'); }
  std::optional<std::uint64_t> NextKnown(std::uint64_t offset) override {
    const auto next = known.upper_bound(offset);
    return next == known.end() ? std::nullopt : std::optional(*next);
  }

  std::set<std::uint64_t> known;

 private:
  static bool Is(Bytes body, char letter) {
    return !body.empty() && AsText(body).find_first_not_of(letter) == std::string_view::npos;
  }
};

RecordBuilder File() { return RecordBuilder().Fill(kLabel, 'L'); }

RecordBuilder Record(char letter, std::size_t n) {
  return RecordBuilder().Frame(RecordBuilder().Fill(n, static_cast<std::uint8_t>(letter)));
}

// One text for each record or lost stretch: "gggg@16", "mended gg@40", "lost 12@52 (reason)".
std::vector<std::string> Salvage(const ByteSource& source, bool label_intact = true,
                                 std::set<std::uint64_t> known = {}) {
  Letters judge;
  judge.known = std::move(known);
  RecordSalvager salvager(source, kLabel, label_intact, judge);
  std::vector<std::string> items;
  while (true) {
    const auto item = salvager.Next();
    EXPECT_TRUE(item) << item.error().Message();
    if (!item || !*item) return items;
    if (const auto* lost = std::get_if<LostStretch>(&**item)) {
      items.push_back("lost " + std::to_string(lost->bytes) + "@" + std::to_string(lost->offset) +
                      " (" + lost->reason + ")");
    } else {
      const auto& salvaged = std::get<SalvagedRecord>(**item);
      items.push_back((salvaged.mended ? "mended " : "") +
                      std::string(AsText(salvaged.frame.body)) + "@" +
                      std::to_string(salvaged.frame.offset));
    }
  }
}

std::vector<std::string> Salvage(const RecordBuilder& file, bool label_intact = true,
                                 std::set<std::uint64_t> known = {}) {
  return Salvage(*test::InMemory(file), label_intact, std::move(known));
}

using Items = std::vector<std::string>;

TEST(RecordSalvagerTest, ASoundFileGivesAllItsRecords) {
  EXPECT_EQ(Salvage(File().Raw(Record('g', 3)).Raw(Record('e', 2))), (Items{"ggg@16", "ee@27"}));
  EXPECT_EQ(Salvage(File()), Items{});
  EXPECT_EQ(Salvage(RecordBuilder().Fill(3, 0)), Items{});
}

TEST(RecordSalvagerTest, ARecordWithABadBodyIsSteppedOver) {
  EXPECT_EQ(Salvage(File().Raw(Record('g', 1)).Raw(Record('x', 4)).Raw(Record('g', 2))),
            (Items{"g@16", "lost 12@25 (not good)", "gg@37"}));
}

TEST(RecordSalvagerTest, ARecordWithABadBodyAtTheEndIsLostAlone) {
  EXPECT_EQ(Salvage(File().Raw(Record('g', 1)).Raw(Record('x', 4))),
            (Items{"g@16", "lost 12@25 (not good)"}));
}

TEST(RecordSalvagerTest, GarbageOfAnyLengthIsSteppedOver) {
  for (std::size_t n = 1; n < 40; ++n) {
    const Items items =
        Salvage(File().Raw(Record('g', 1)).Fill(n, 0xee).Raw(Record('g', 5)).Raw(Record('g', 6)));
    EXPECT_EQ(items.size(), 4u) << n;
    EXPECT_EQ(items[1].substr(0, items[1].find(' ', 5)), "lost " + std::to_string(n) + "@25");
    EXPECT_EQ(items[2], "ggggg@" + std::to_string(25 + n));
  }
}

TEST(RecordSalvagerTest, ARecordFoundBehindDamageMustBeBeyondDoubt) {
  EXPECT_EQ(
      Salvage(File().Fill(3, 0xee).Raw(Record('e', 2)).Raw(Record('g', 2)).Raw(Record('e', 1))),
      (Items{"lost 13@16 (Record runs past the end of the file)", "gg@29", "e@39"}));
}

TEST(RecordSalvagerTest, AWrongLeadingLengthIsMended) {
  for (const std::uint32_t wrong : {0u, 5u, 9u, 13u, 100u, 0xffffffffu}) {
    const RecordBuilder damaged = RecordBuilder().U32(wrong).Fill(4, 'g').U32(12);
    EXPECT_EQ(Salvage(File().Raw(Record('g', 1)).Raw(damaged).Raw(Record('g', 2))),
              (Items{"g@16", "mended gggg@25", "gg@37"}))
        << wrong;
    EXPECT_EQ(Salvage(File().Raw(damaged)), (Items{"mended gggg@16"})) << wrong;
  }
}

TEST(RecordSalvagerTest, AWrongTrailingLengthIsMended) {
  for (const std::uint32_t wrong : {1u, 5u, 13u, 0xffffffffu}) {
    const RecordBuilder damaged = RecordBuilder().U32(12).Fill(4, 'g').U32(wrong);
    EXPECT_EQ(Salvage(File().Raw(damaged).Raw(Record('g', 2))), (Items{"mended gggg@16", "gg@28"}))
        << wrong;
    EXPECT_EQ(Salvage(File().Raw(damaged)), (Items{"mended gggg@16"})) << wrong;
  }
}

// The two lengths differ, and the body is good only where a record is expected.  Such a body may
// have been overwritten, so it is lost.
TEST(RecordSalvagerTest, AWrongTrailingLengthOfADoubtfulRecordIsALoss) {
  const RecordBuilder damaged = RecordBuilder().U32(12).Fill(4, 'e').U32(5);
  EXPECT_EQ(Salvage(File().Raw(damaged).Raw(Record('f', 2))),
            (Items{"lost 22@16 (The record's leading and trailing lengths differ)"}));
}

TEST(RecordSalvagerTest, BothLengthsWrongIsALoss) {
  EXPECT_EQ(Salvage(File().U32(1).Fill(4, 'g').U32(2).Raw(Record('g', 2))),
            (Items{"lost 12@16 (Illegal record length 1)", "gg@28"}));
}

TEST(RecordSalvagerTest, ATornTailIsLost) {
  const RecordBuilder whole = File().Raw(Record('g', 1)).Raw(Record('g', 30));
  for (std::size_t size = 26; size < whole.bytes().size(); ++size) {
    const Items items = Salvage(RecordBuilder().Raw(Bytes(whole).first(size)));
    ASSERT_EQ(items.size(), 2u) << size;
    EXPECT_EQ(items[1], "lost " + std::to_string(size - 25) + "@25 (" +
                            (size < 25 + 8 ? "Too few bytes for a record)"
                                           : "Record runs past the end of the file)"));
  }
}

TEST(RecordSalvagerTest, NothingIsLookedForInsideATornTail) {
  const RecordBuilder file =
      File().Raw(Record('g', 1)).U32(1000).Fill(16, 'g').Raw(Record('g', 2)).Raw(Record('g', 3));
  const std::string rest = std::to_string(file.bytes().size() - 25);
  EXPECT_EQ(Salvage(file),
            (Items{"g@16", "lost " + rest + "@25 (Record runs past the end of the file)"}));
}

TEST(RecordSalvagerTest, ALengthPastTheEndIsDamageWhereARecordIsKnownBehindIt) {
  const RecordBuilder file =
      File().Raw(Record('g', 1)).U32(1000).Fill(16, 'g').Raw(Record('g', 2)).Raw(Record('g', 3));
  EXPECT_EQ(
      Salvage(file, true, {45}),
      (Items{"g@16", "lost 20@25 (Record runs past the end of the file)", "gg@45", "ggg@55"}));
  EXPECT_EQ(
      Salvage(file, true, {55}),
      (Items{"g@16", "lost 20@25 (Record runs past the end of the file)", "gg@45", "ggg@55"}));
}

TEST(RecordSalvagerTest, ALengthPastTheEndIsMendedWhereTheRecordSaysWhereItEnds) {
  const RecordBuilder damaged = RecordBuilder().U32(1 << 20 | 28).Fill(20, 'g').U32(28);
  EXPECT_EQ(Salvage(File().Raw(damaged).Raw(Record('g', 2))),
            (Items{"mended gggggggggggggggggggg@16", "gg@44"}));
  EXPECT_EQ(Salvage(File().Raw(damaged)), (Items{"mended gggggggggggggggggggg@16"}));
}

TEST(RecordSalvagerTest, ARecordThatEndsWithZerosWasNeverWritten) {
  const RecordBuilder damaged = RecordBuilder().U32(12).Fill(4, 'e').U32(0);
  EXPECT_EQ(Salvage(File().Raw(damaged)),
            (Items{"lost 12@16 (The record's leading and trailing lengths differ)"}));
  EXPECT_EQ(Salvage(File().Raw(damaged).Raw(Record('g', 2))),
            (Items{"lost 12@16 (The record's leading and trailing lengths differ)", "gg@28"}));
}

TEST(RecordSalvagerTest, AWeakRecordBehindDamageNeedsAStrongOneBehindIt) {
  EXPECT_EQ(Salvage(File().Fill(3, 0xee).Raw(Record('f', 2)).Raw(Record('g', 2))),
            (Items{"lost 3@16 (Record runs past the end of the file)", "ff@19", "gg@29"}));
  EXPECT_EQ(Salvage(File().Fill(3, 0xee).Raw(Record('f', 2))),
            (Items{"lost 13@16 (Record runs past the end of the file)"}));
}

TEST(RecordSalvagerTest, AZeroFilledTailIsLost) {
  EXPECT_EQ(Salvage(File().Raw(Record('g', 1)).Fill(1000, 0)),
            (Items{"g@16", "lost 1000@25 (Zeros instead of a record)"}));
}

TEST(RecordSalvagerTest, ZerosBetweenRecordsAreLost) {
  EXPECT_EQ(Salvage(File().Raw(Record('g', 1)).Fill(1000, 0).Raw(Record('g', 2))),
            (Items{"g@16", "lost 1000@25 (Zeros instead of a record)", "gg@1025"}));
}

TEST(RecordSalvagerTest, WithoutALabelTheRecordsAreWhereTheyAre) {
  EXPECT_EQ(Salvage(File().Raw(Record('g', 2)), false), (Items{"gg@16"}));
  EXPECT_EQ(
      Salvage(RecordBuilder().Fill(5, 'L').Raw(Record('g', 20)), false),
      (Items{"lost 5@0 (No record where the label should end)", std::string(20, 'g') + "@5"}));
  EXPECT_EQ(Salvage(RecordBuilder().Fill(40, 'L').Raw(Record('g', 2)), false),
            (Items{"lost 40@0 (No record where the label should end)", "gg@40"}));
  EXPECT_EQ(Salvage(File(), false), Items{});
  EXPECT_EQ(Salvage(RecordBuilder().Fill(30, 'L'), false),
            (Items{"lost 30@0 (No record where the label should end)"}));
}

TEST(RecordSalvagerTest, ALargeRecordThatIsExpectedIsTaken) {
  const std::size_t size = RecordSalvager::kLargestSearched + 100;
  const RecordBuilder file = File().Raw(Record('g', size)).Raw(Record('g', 1));
  const Items items = Salvage(file);
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[0].size(), size + 3);
}

// The bytes from `from` to `to` cannot be read.
class UnreadableSource final : public ByteSource {
 public:
  UnreadableSource(Bytes bytes, std::uint64_t from, std::uint64_t to)
      : bytes_(bytes), from_(from), to_(to) {}
  std::uint64_t size() const override { return bytes_.size(); }
  const std::string& name() const override { return name_; }
  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const override {
    const std::size_t n = std::min<std::size_t>(out.size(), bytes_.size() - offset);
    if (offset < to_ && offset + n > from_) return Fail(code, "cannot be read", name_, from_);
    std::copy_n(bytes_.data() + offset, n, out.data());
    return n;
  }

  Errc code = Errc::kCompression;

 private:
  Bytes bytes_;
  std::uint64_t from_, to_;
  std::string name_ = "test";
};

TEST(RecordSalvagerTest, WhatCannotBeDecodedIsLost) {
  RecordBuilder file = File();
  for (int i = 0; i < 30000; ++i) file.Raw(Record('g', 100));
  const std::size_t records_before = 9000;
  const std::size_t from = kLabel + records_before * 108;
  const UnreadableSource source(file, from, from + 10);
  const Items items = Salvage(source);
  ASSERT_GT(items.size(), records_before + 1);
  EXPECT_NE(items[records_before].find("cannot be read"), std::string::npos);
  // The salvager tries again within one MiB.
  EXPECT_GT(items.size(), 30000u - (1 << 20) / 108 - 1);
}

TEST(RecordSalvagerTest, WhatTheDiskDoesNotGiveIsALostStretch) {
  RecordBuilder file = File();
  while (file.bytes().size() < 300'000) file.Raw(Record('g', 92));
  constexpr std::uint64_t kBadFrom = 70'000, kBadTo = 74'096, kNextAttempt = 131'072;
  UnreadableSource source(file, kBadFrom, kBadTo);
  source.code = Errc::kIo;
  const Items items = Salvage(source);
  const std::uint64_t first_lost = kLabel + (kBadFrom - kLabel) / 100 * 100;
  const std::uint64_t first_found = kLabel + (kNextAttempt - kLabel + 99) / 100 * 100;
  const auto lost = std::find_if(items.begin(), items.end(),
                                 [](const std::string& item) { return item[0] == 'l'; });
  ASSERT_NE(lost, items.end());
  EXPECT_EQ(*lost, "lost " + std::to_string(first_found - first_lost) + "@" +
                       std::to_string(first_lost) + " (cannot be read)");
  EXPECT_EQ(items.size(),
            (file.bytes().size() - kLabel) / 100 - (first_found - first_lost) / 100 + 1);
}

// Each word looks like the length of a record that reaches to the end of the file.  Judging all
// these records would take minutes.
TEST(RecordSalvagerTest, WouldBeRecordsWithinEachOtherTakeLinearTime) {
  constexpr std::size_t kFileSize = 4 << 20;
  RecordBuilder file = File();
  for (std::size_t left = kFileSize; left >= 8; left -= 4)
    file.U32(static_cast<std::uint32_t>(left + 4 * ((kFileSize - left) % 8)));
  struct Never : RecordJudge {
    Result<void> Check(Bytes body) override {
      judged += body.size();
      return Fail(Errc::kCorruptRecord, "never");
    }
    Trust Weigh(Bytes body) override {
      judged += body.size();
      return Trust::kNone;
    }
    bool CanBegin(std::uint64_t, Bytes) override { return false; }
    std::uint64_t judged = 0;
  } judge;
  const auto source = test::InMemory(file);
  RecordSalvager salvager(*source, kLabel, true, judge);
  while (true) {
    const auto item = salvager.Next();
    ASSERT_TRUE(item);
    if (!*item) break;
  }
  EXPECT_LT(judge.judged, 64 * RecordSalvager::kLargestSearched);
}

}  // namespace
}  // namespace fdr
