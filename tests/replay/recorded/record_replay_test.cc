// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/recorded/record_replay.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fdr/tests/support/damaged_record.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr {
namespace {

using test::At;
using test::DamageRecord;
using test::ToyMetric;
using test::WriteToy;

constexpr Direction kForward = Direction::kForward;
constexpr Direction kBackward = Direction::kBackward;

class RecordReplayTest : public testing::Test {
 protected:
  void Open(const std::string& picture) {
    WriteToy(directory_ / "a", picture);
    Open();
  }
  void Open() {
    replay_.reset();
    timeline_ = MakeTimeline();
    replay_.emplace(*timeline_);
  }
  std::unique_ptr<Timeline> MakeTimeline() const {
    return std::move(Timeline::Open(directory_.path()).value());
  }

  // "10 20 end": the records, one for each of at most `n` steps, up to the first that is not one.
  // "~20" is behind a gap, "|20" a mark.
  std::string Walk(const std::function<std::string()>& step, int n) const {
    std::string all;
    for (int i = 0; i < n; ++i) {
      const std::string one = step();
      all += (all.empty() ? "" : " ") + one;
      if (one == "end" || one == "damage" || one == "overlap") break;
    }
    return all;
  }
  std::string Fetches(const std::string& metric = "x", int n = 20) {
    return Walk([&] { return FetchOne({ToyMetric(metric)}); }, n);
  }
  std::string Records(int n = 20) {
    return Walk([&] { return Text(replay_->FetchRecord(result_)); }, n);
  }
  std::string From(Direction direction, double origin) {
    replay_->Start(direction, At(origin));
    return Fetches();
  }
  std::string FetchOne(const std::vector<MetricId>& metrics, const Profile& profile = {}) {
    return Text(replay_->Fetch(metrics, profile, result_));
  }
  std::string Text(const Result<bool>& fetched) {
    if (!fetched) {
      error_ = fetched.error();
      return error_.code == Errc::kOverlap ? "overlap" : IsDamage(error_.code) ? "damage" : "error";
    }
    if (!*fetched) return "end";
    return (result_.is_mark() ? "|" : result_.after_gap() ? "~" : "") + Second(result_.stamp());
  }
  static std::string Second(Timestamp stamp) { return std::to_string(stamp.sec - At(0).sec); }

  // The sets of the last fetch: numbers, "-" without a value, "." not in the record, "?" unknown.
  std::string Sets() const {
    std::string all;
    for (const FetchedSet& set : result_.sets()) {
      if (!all.empty()) all += " ";
      if (set.status == SetStatus::kUnknownMetric)
        all += "?";
      else if (!set.in_record)
        all += ".";
      else if (set.count == 0)
        all += "-";
      for (const FetchedValue& value : result_.Values(set))
        all += std::to_string(value.bits) + (value.instance == kSingular ? "" : "[]");
    }
    return all;
  }

  void Lengthen(const std::string& volume, std::uint64_t offset) {
    ByteBuffer data = test::ReadFile(directory_ / volume);
    data.at(offset) = std::byte{0x7f};
    test::WriteFile(directory_ / volume, data);
  }

  const test::TempDirectory directory_;
  std::unique_ptr<Timeline> timeline_;
  std::optional<RecordReplay> replay_;
  FetchResult result_;
  Error error_;
};

TEST_F(RecordReplayTest, WalksFromItsOriginInEitherDirection) {
  Open("time 10 20 20 30\nx 1 2 3 4 instant\n");
  EXPECT_EQ(From(kForward, 0), "10 20 20 30 end");
  EXPECT_EQ(From(kForward, 20), "20 20 30 end");
  EXPECT_EQ(From(kBackward, 99), "30 20 20 10 end");
  EXPECT_EQ(From(kBackward, 20), "20 20 10 end");
}

TEST_F(RecordReplayTest, AnOriginBetweenTwoRecordsIsThatOfTheNextOneInTheDirection) {
  Open("time 10 20 20 30\nx 1 2 3 4 instant\n");
  EXPECT_EQ(From(kForward, 15), "20 20 30 end");
  EXPECT_EQ(From(kBackward, 15), "10 end");
  EXPECT_EQ(From(kForward, 30.5), "end");
  EXPECT_EQ(From(kBackward, 9.5), "end");
}

TEST_F(RecordReplayTest, RecordsOfOneStampComeInTheOrderOfTravel) {
  Open("time 10 20 20\nx 1 2 3 instant\n");
  std::string values;
  for (const Direction direction : {kForward, kBackward}) {
    replay_->Start(direction, At(20));
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(Fetches("x", 1), "20");
      values += Sets() + " ";
    }
  }
  EXPECT_EQ(values, "2 3 3 2 ");
}

TEST_F(RecordReplayTest, TheEndStaysTheEnd) {
  Open("time 10 20\nx 1 2 instant\n");
  for (const Direction direction : {kForward, kBackward}) {
    replay_->Start(direction, At(15));
    EXPECT_EQ(Fetches(), direction == kForward ? "20 end" : "10 end");
    EXPECT_EQ(Fetches(), "end");
    EXPECT_EQ(Records(), "end");
    EXPECT_EQ(Second(replay_->origin()), direction == kForward ? "20" : "10");
  }
}

TEST_F(RecordReplayTest, TheOriginIsThatOfStartUntilARecordIsReadThatMayBePassedOver) {
  Open("time 10 20 30\nx 1 . . instant\ny . 2 3 instant\n");
  replay_->Start(kForward, At(5));
  EXPECT_EQ(Second(replay_->origin()), "5");
  EXPECT_EQ(Fetches("x"), "10 end");
  EXPECT_EQ(Second(replay_->origin()), "30");
}

TEST_F(RecordReplayTest, EachMetricHasASetInItsPlace) {
  Open("time 10 20 30\nx 1 . 3 instant\ny . 2 - instant\n");
  const std::vector<MetricId> metrics = {ToyMetric("y"), ToyMetric("x"), ToyMetric("none"),
                                         ToyMetric("y"), MetricId()};
  replay_->Start(kForward, At(0));
  std::vector<std::string> sets;
  const std::string walk = Walk(
      [&] {
        const std::string one = FetchOne(metrics);
        if (one != "end") sets.push_back(Sets());
        return one;
      },
      10);
  EXPECT_EQ(walk, "10 20 30 end");
  EXPECT_EQ(sets, (std::vector<std::string>{". 1 ? . .", "2 . ? 2 .", "- 3 ? - ."}));
}

TEST_F(RecordReplayTest, ARequestMayChangeBetweenTwoFetches) {
  Open("time 10 20 30 40\nx 1 2 3 4 instant\ny 5 6 . 8 instant\n");
  replay_->Start(kForward, At(0));
  std::string sets;
  for (const char* metric : {"x", "y", "x", "y"}) {
    EXPECT_NE(Fetches(metric, 1), "end");
    sets += Sets() + " ";
  }
  EXPECT_EQ(sets, "1 6 3 8 ");
}

TEST_F(RecordReplayTest, OfTwoSetsOfAMetricTheFirstCounts) {
  const MetricId x = ToyMetric("x");
  test::ArchiveBuilder(directory_ / "a")
      .Metric({.name = "x", .id = x})
      .Record(At(10), {test::Single(x, std::int64_t{1}), test::Single(x, std::int64_t{2})});
  Open();
  replay_->Start(kForward, At(0));
  EXPECT_EQ(Fetches("x", 1), "10");
  EXPECT_EQ(Sets(), "1");
}

TEST_F(RecordReplayTest, TheProfileChoosesInstancesButOnlyOfFetches) {
  Open("time 10\nx[1] 1 instant\nx[2] 2 instant\n");
  Profile profile;
  profile.Set(test::ToyDomain("x"), false);
  profile.Include(test::ToyDomain("x"), {2});
  const std::vector<MetricId> metrics = {ToyMetric("x")};
  replay_->Start(kForward, At(0));
  EXPECT_EQ(FetchOne(metrics, profile), "10");
  EXPECT_EQ(Sets(), "2[]");
  replay_->Start(kForward, At(0));
  RecordedSets sets;
  ASSERT_TRUE(*replay_->FetchSets(metrics, sets));
  EXPECT_EQ(sets.sets[0].size(), 2U);
  EXPECT_FALSE(sets.undescribed);
}

TEST_F(RecordReplayTest, RecordedSetsAreThoseOfTheRequestOrOfTheRecord) {
  Open("time 10 15 20\nx 1 | 3 instant\ny 2 | . instant\n");
  const std::vector<MetricId> metrics = {ToyMetric("y"), ToyMetric("x")};
  replay_->Start(kForward, At(15));
  RecordedSets sets;
  ASSERT_TRUE(*replay_->FetchSets(metrics, sets));
  EXPECT_EQ(Second(sets.stamp), "20");
  ASSERT_EQ(sets.sets.size(), 2U);
  EXPECT_EQ(sets.sets[0].size(), 0U);
  EXPECT_EQ(sets.sets[1].size(), 1U);
  replay_->Start(kForward, At(10));
  ASSERT_TRUE(*replay_->FetchRecordSets(sets));
  EXPECT_EQ(sets.sets.size(), 2U);
  ASSERT_TRUE(*replay_->FetchRecordSets(sets));
  EXPECT_EQ(Second(sets.stamp), "15");
  EXPECT_TRUE(sets.sets.empty());
}

TEST_F(RecordReplayTest, AMarkIsAGapToFetchesAndARecordToOthers) {
  Open("time 10 15 20 25 / 30\nx 1 | . | / 3 instant\ny 1 | 2 | / . instant\n");
  EXPECT_EQ(From(kForward, 0), "10 ~30 end");
  EXPECT_EQ(From(kBackward, 99), "30 ~10 end");
  EXPECT_EQ(From(kForward, 28), "30 end") << "a walk that begins behind a mark meets none";
  replay_->Start(kForward, At(0));
  EXPECT_EQ(Records(), "10 |15 20 |25 30 end");
  replay_->Start(kBackward, At(99));
  EXPECT_EQ(Records(), "30 |25 20 |15 10 end");
}

TEST_F(RecordReplayTest, ANewStartForgetsTheGap) {
  Open("time 10 15 20\nx 1 | . instant\ny 1 | 2 instant\n");
  EXPECT_EQ(From(kForward, 0), "10 end");
  EXPECT_EQ(From(kBackward, 12), "10 end");
}

TEST_F(RecordReplayTest, BetweenTwoArchivesIsAMark) {
  WriteToy(directory_ / "a", "time 10 20\nx 1 2 instant\n");
  WriteToy(directory_ / "b", "time 30 40\nx 3 4 instant\n");
  Open();
  EXPECT_EQ(From(kForward, 0), "10 20 ~30 40 end");
  EXPECT_EQ(From(kBackward, 99), "40 30 ~20 10 end");
  EXPECT_EQ(From(kForward, 25), "30 40 end");
  EXPECT_EQ(From(kBackward, 25), "20 10 end");
  replay_->Start(kForward, At(20));
  EXPECT_EQ(Records(), "20 |20 30 40 end");
  EXPECT_EQ(result_.stamp(), At(40));
  replay_->Start(kBackward, At(30));
  EXPECT_EQ(Records(), "30 |29 20 10 end");
}

TEST_F(RecordReplayTest, TheFirstRecordBehindALaterOneIsToldOnce) {
  WriteToy(directory_ / "a", "time 10 40 41 42 50\nx 1 2 3 4 5 instant\n");
  test::SetSeconds(directory_ / "a.0", 2, At(20).sec);
  test::SetSeconds(directory_ / "a.0", 3, At(30).sec);
  Open();
  EXPECT_EQ(From(kForward, 0), "10 40 50 end");
  const std::optional<Error> skipped = replay_->TakeSkipped();
  ASSERT_TRUE(skipped);
  EXPECT_EQ(skipped->code, Errc::kOutOfOrder);
  EXPECT_EQ(skipped->file, directory_ / "a.0");
  EXPECT_GT(skipped->offset, 0U);
  EXPECT_FALSE(replay_->TakeSkipped());
  EXPECT_EQ(From(kForward, 0), "10 40 50 end");
  replay_->Start(kForward, At(0));
  EXPECT_FALSE(replay_->TakeSkipped()) << "a start forgets it";
  EXPECT_EQ(Fetches("x", 2), "10 40");
  EXPECT_FALSE(replay_->TakeSkipped()) << "it is told when it is passed over";
}

TEST_F(RecordReplayTest, AnOverlapIsReportedOnceAndNoRecordComesTwice) {
  WriteToy(directory_ / "a", "time 10 20 40\nx 1 2 3 instant\n");
  WriteToy(directory_ / "b", "time 30 35 50\nx 4 5 6 instant\n");
  Open();
  EXPECT_EQ(From(kForward, 0), "10 20 40 overlap");
  EXPECT_EQ(error_.file, directory_ / "b");
  EXPECT_EQ(Fetches(), "~50 end");
  EXPECT_EQ(From(kBackward, 99), "50 35 30 overlap");
  EXPECT_EQ(Fetches(), "~20 10 end");
}

TEST_F(RecordReplayTest, ARecordThatCannotBeDecodedIsAnErrorWithItsPlaceAndIsPassed) {
  WriteToy(directory_ / "a", "time 10 20 30\nx 1 2 3 instant\n");
  const std::uint64_t offset = DamageRecord(directory_ / "a.0", 1);
  Open();
  EXPECT_EQ(From(kForward, 0), "10 damage");
  EXPECT_EQ(error_.file, directory_ / "a.0");
  EXPECT_EQ(error_.offset, offset);
  EXPECT_EQ(Second(replay_->origin()), "20");
  EXPECT_EQ(Fetches(), "30 end");
  EXPECT_EQ(From(kBackward, 99), "30 damage");
  EXPECT_EQ(Fetches(), "10 end");
}

TEST_F(RecordReplayTest, DamageThatEachFetchMeetsIsPassedOnRequestAndIsAGap) {
  WriteToy(directory_ / "a", "time 10 20 30 40\nx 1 2 3 4 instant\n");
  const std::size_t size = test::ReadFile(directory_ / "a.0").size() - LabelSize(Version::k3);
  Lengthen("a.0", LabelSize(Version::k3) + size / 4);
  Open();
  EXPECT_EQ(From(kForward, 0), "10 damage");
  EXPECT_EQ(Fetches(), "damage");
  EXPECT_TRUE(*replay_->SkipDamage());
  EXPECT_EQ(Fetches(), "~30 40 end");
  EXPECT_FALSE(*replay_->SkipDamage());
  EXPECT_EQ(From(kBackward, 99), "40 30 damage");
  EXPECT_TRUE(*replay_->SkipDamage());
  EXPECT_EQ(Fetches(), "~10 end");
}

TEST_F(RecordReplayTest, ATornTailIsDamageBehindTheLastRecord) {
  WriteToy(directory_ / "a", "time 10 20\nx 1 2 instant\n");
  const std::string volume = directory_ / "a.0";
  std::filesystem::resize_file(volume, std::filesystem::file_size(volume) - 3);
  Open();
  EXPECT_EQ(From(kForward, 0), "10 damage");
  EXPECT_EQ(error_.code, Errc::kTruncatedRecord);
  EXPECT_EQ(From(kBackward, 15), "10 end");
}

TEST_F(RecordReplayTest, GoesOnAtItsPlaceInAnotherTimeline) {
  WriteToy(directory_ / "b", "time 30 40 40 50\nx 1 2 3 4 instant\n");
  Open();
  replay_->Start(kForward, At(0));
  EXPECT_EQ(Fetches("x", 2), "30 40");
  replay_->Suspend();
  WriteToy(directory_ / "a", "time 10\nx 9 instant\n");
  const std::unique_ptr<Timeline> longer = MakeTimeline();
  replay_->Resume(*longer);
  EXPECT_EQ(Fetches("x", 1), "40");
  EXPECT_EQ(Sets(), "3");
  EXPECT_EQ(Fetches(), "50 end");
  timeline_.reset();
}

TEST_F(RecordReplayTest, GoesOnAtItsTimeIfItsPlaceIsGone) {
  WriteToy(directory_ / "a", "time 10 20 30\nx 1 2 3 instant\n");
  for (const Direction direction : {kForward, kBackward}) {
    Open();
    replay_->Start(direction, At(20));
    EXPECT_EQ(Fetches("x", 1), "20");
    replay_->Suspend();
    const test::TempDirectory elsewhere;
    WriteToy(elsewhere / "b", "time 10 20 25\nx 1 2 3 instant\n");
    const auto other = *Timeline::Open(elsewhere.path());
    replay_->Resume(*other);
    EXPECT_EQ(Fetches(), direction == kForward ? "~25 end" : "~10 end");
    replay_.reset();
  }
}

}  // namespace
}  // namespace fdr
