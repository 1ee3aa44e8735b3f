// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Walks behind damage, of a context with a sink.

#include <fstream>

#include "fdr/archive/record_cursor.h"
#include "fdr/tests/replay/recorded/archive_context_fixture.h"
#include "fdr/tests/support/damaged_record.h"

namespace fdr {
namespace {

using test::At;

// With a sink, a walk sees each record that can be read, in both directions, and the sink each
// place.
class PastDamageTest : public ArchiveContextTest {
 protected:
  void SetUp() override {
    options_.on_damage = [this](const Problem& problem) { problems_.push_back(problem); };
  }
  std::vector<Problem> problems_;
};

TEST_F(PastDamageTest, ADamagedRecordIsAGap) {
  Write("m", kM);
  const std::uint64_t at = DamageRecord("m.0", 2);
  Open("m");
  EXPECT_EQ(Fetches({kC}, 2), "1000 1010");
  EXPECT_FALSE(result_.after_gap());
  EXPECT_EQ(Fetches({kC}, 1), "1030");
  EXPECT_TRUE(result_.after_gap());
  EXPECT_EQ(Fetches({kC}, 2), "1040 end");
  EXPECT_FALSE(result_.after_gap());
  ASSERT_EQ(problems_.size(), 1u);
  EXPECT_EQ(problems_[0].file, directory_ / "m.0");
  EXPECT_EQ(problems_[0].offset, at);
  Set(Mode::kForward, 1010);
  RecordedSets sets;
  ASSERT_TRUE(*context_->FetchRecordSets(sets));
  EXPECT_FALSE(sets.after_damage);
  ASSERT_TRUE(*context_->FetchRecordSets(sets));
  EXPECT_TRUE(sets.after_damage);
  Set(Mode::kForward, 1010);
  EXPECT_EQ(Records(4), "1010 1030 1040 end");
}

TEST_F(PastDamageTest, AWalkToTheEndSaysWhereAGapBegan) {
  Write("m", kM, {1035});
  Open("m");
  EXPECT_EQ(Fetches({kOnce}, 1), "1000");
  EXPECT_EQ(context_->GapStart(), std::nullopt);
  EXPECT_EQ(Fetches({kOnce}, 2), "end end");
  EXPECT_EQ(context_->GapStart(), At(1030));
  DamageRecord("m.0", 2);
  TearEnd("m.0");
  Open("m");
  EXPECT_EQ(Fetches({kOnce}, 2), "1000 end");
  EXPECT_EQ(context_->GapStart(), At(1010)) << "the first of two gaps";
  RecordedSets sets;
  Set(Mode::kForward, 1000);
  ASSERT_TRUE(*context_->FetchSets(std::array{kOnce}, sets));
  EXPECT_FALSE(*context_->FetchSets(std::array{kOnce}, sets));
  EXPECT_EQ(context_->GapStart(), At(1010));
  Set(Mode::kBackward, 1040);
  EXPECT_EQ(Fetches({kOnce}, 2), "1000 end");
  EXPECT_EQ(context_->GapStart(), std::nullopt) << "all gaps lie behind the record";
  Set(Mode::kForward, 1000);
  EXPECT_EQ(Records(5), "1000 1010 1030 1035M end");
  EXPECT_EQ(context_->GapStart(), std::nullopt) << "an incomplete record is no gap";
  Set(Mode::kInterpolated, 1005, 100);
  EXPECT_EQ(Fetches({kOnce}, 2), "1005 end");
  EXPECT_EQ(context_->GapStart(), std::nullopt);
}

TEST_F(PastDamageTest, ALengthThatNoRecordHasIsPassed) {
  Write("m", kM);
  std::uint64_t damage = 0;
  {
    const auto archive = Archive::Open(directory_ / "m");
    ASSERT_TRUE(archive);
    RecordCursor cursor(**archive);
    ASSERT_TRUE(cursor.Next());
    damage = cursor.position().offset;
  }
  std::fstream file(directory_ / "m.0", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(damage));
  file.write("\x7f\x7f\x7f\x7f", 4);
  file.close();
  Open("m");
  EXPECT_EQ(Fetches({kC}, 5), "1000 1020 1030 1040 end");
  Set(Mode::kBackward, 2000);
  EXPECT_EQ(Fetches({kC}, 5), "1040 1030 1020 1000 end");
  EXPECT_EQ(problems_.size(), 1u) << "once for both directions";
}

TEST_F(PastDamageTest, AnIncompleteLastRecordIsTheEndUntilItIsComplete) {
  Write("m", kM);
  const ByteBuffer whole = test::ReadFile(directory_ / "m.0");
  test::WriteFile(directory_ / "m.0", Bytes(whole).first(whole.size() - 5));
  Open("m");
  EXPECT_EQ(Fetches({kC}, 6), "1000 1010 1020 1030 end end");
  EXPECT_TRUE(problems_.empty());
  test::WriteFile(directory_ / "m.0", whole);
  EXPECT_EQ(Fetches({kC}, 1), "1040");
  EXPECT_FALSE(result_.after_gap());
  EXPECT_EQ(Fetches({kC}, 1), "end");
  EXPECT_TRUE(problems_.empty());
}

// Its damage is no incomplete record, so going on is tried.
TEST_F(PastDamageTest, WhatComesBehindADamagedEndLaterIsRead) {
  Write("a", {1000, 1010});
  ByteBuffer zeros = test::ReadFile(directory_ / "a.0");
  zeros.resize(zeros.size() + 100);
  test::WriteFile(directory_ / "a.0", zeros);
  auto context = ArchiveContext::Open(directory_.path(), options_);
  ASSERT_TRUE(context) << context.error().Message();
  context_ = std::move(*context);
  EXPECT_EQ(Fetches({kC}, 4), "1000 1010 end end");
  EXPECT_EQ(problems_.size(), 1u);
  Write("b", {1100, 1110});
  EXPECT_EQ(Fetches({kC}, 3), "1100 1110 end");
}

TEST_F(PastDamageTest, AGapIsKeptUntilARecordComesBehindIt) {
  Write("m", kM);
  DamageRecord("m.0", 4);  // the last one
  Open("m");
  EXPECT_EQ(Fetches({kC}, 5), "1000 1010 1020 1030 end");
  EXPECT_EQ(problems_.size(), 1u);
  {
    test::ArchiveBuilder more(directory_ / "n", Version::k3);
    Describe(more, 1000);
    AddRecord(more, 1050, false);
  }
  const ByteBuffer whole = test::ReadFile(directory_ / "m.0"),
                   n = test::ReadFile(directory_ / "n.0");
  ByteBuffer grown = whole;
  const std::size_t label = LabelSize(Version::k3);
  grown.insert(grown.end(), n.begin() + static_cast<std::ptrdiff_t>(label), n.end());
  test::WriteFile(directory_ / "m.0", grown);
  EXPECT_EQ(Fetches({kC}, 1), "1050");
  EXPECT_TRUE(result_.after_gap());
  EXPECT_EQ(problems_.size(), 1u);
}

TEST_F(PastDamageTest, OnlyARecordBeyondTheEndIsIncomplete) {
  using enum Problem::AtEnd;
  Write("m", kM);
  const ByteBuffer whole = test::ReadFile(directory_ / "m.0");
  const auto at_end = [&](ByteBuffer content) {
    test::WriteFile(directory_ / "m.0", content);
    std::vector<Problem::AtEnd> found;
    options_.open.on_problem = [&](const Problem& problem) { found.push_back(problem.at_end); };
    Open("m");
    EXPECT_TRUE(context_->EndTime());
    return found;
  };
  const auto with = [&](std::size_t size, std::byte tail) {
    ByteBuffer content = whole;
    content.resize(content.size() + size, tail);
    return content;
  };
  EXPECT_EQ(at_end(whole), (std::vector<Problem::AtEnd>{}));
  EXPECT_EQ(at_end(ByteBuffer(whole.begin(), whole.end() - 5)), (std::vector{kIncomplete}));
  EXPECT_EQ(at_end(with(3, std::byte{1})), (std::vector{kIncomplete}));
  EXPECT_EQ(at_end(with(100, std::byte{0})), (std::vector{kDamaged}));
  EXPECT_EQ(at_end(with(100, std::byte{0xff})), (std::vector{kDamaged}));
}

TEST_F(PastDamageTest, ATornEndInFrontOfAnotherArchiveIsTold) {
  Write("a", {1000, 1010, 1020});
  Write("b", {1100, 1110});
  TearEnd("a.0");
  Open("a,b");
  EXPECT_EQ(Fetches({kC}, 5), "1000 1010 1100 1110 end");
  ASSERT_EQ(problems_.size(), 1u);
  EXPECT_EQ(problems_[0].file, directory_ / "a.0");
  Set(Mode::kBackward, 1110);
  EXPECT_EQ(Fetches({kC}, 5), "1110 1100 1010 1000 end");
  EXPECT_EQ(problems_.size(), 1u) << "once for both directions";
}

// A clock that was set back looks like a stamp that is wrong.
TEST_F(PastDamageTest, RecordsBehindLaterOnesAreToldOnce) {
  Write("m", {1000, 1030, 1031, 1032, 1040});
  test::SetSeconds(directory_ / "m.0", 2, At(1010).sec);
  test::SetSeconds(directory_ / "m.0", 3, At(1020).sec);
  Open("m");
  EXPECT_EQ(Fetches({kC}, 4), "1000 1030 1040 end");
  ASSERT_EQ(problems_.size(), 1u);
  EXPECT_EQ(problems_[0].code, Errc::kOutOfOrder);
  EXPECT_EQ(problems_[0].file, directory_ / "m.0");
  Set(Mode::kBackward, 1040);
  EXPECT_EQ(Fetches({kC}, 5), "1040 1020 1010 1000 end");
  EXPECT_EQ(problems_.size(), 2u) << "a record that only this direction passes over";
  Set(Mode::kForward, 1025);
  EXPECT_EQ(Fetches({kC}, 3), "1030 1040 end");
  EXPECT_EQ(problems_.size(), 2u) << "the walk begins behind those";
}

TEST_F(PastDamageTest, ADuplicateHasTheSink) {
  Write("m", kM);
  DamageRecord("m.0", 2);
  Open("m");
  context_ = context_->Duplicate();
  EXPECT_EQ(Fetches({kC}, 5), "1000 1010 1030 1040 end");
  EXPECT_EQ(problems_.size(), 1u);
}

}  // namespace
}  // namespace fdr
