// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/recorded/archive_context.h"

#include <fstream>

#include "fdr/archive/record_cursor.h"
#include "fdr/tests/replay/recorded/archive_context_fixture.h"
#include "fdr/tests/support/got.h"

namespace fdr {
namespace {

using test::At;

// An error is not the end of the log.
template <class T>
concept HasDefaults = requires(T result) {
  result.value_or(false);
};
static_assert(HasDefaults<Result<bool>> && !HasDefaults<Fetched>);

TEST_F(ArchiveContextTest, ANewContextReadsForwardFromTheStart) {
  Write("m", kM, {1015});
  Open("m");
  EXPECT_EQ(context_->mode(), Mode::kForward);
  EXPECT_EQ(context_->HostName(), "toyhost");
  EXPECT_EQ(context_->TimeZone(), "UTC");
  EXPECT_EQ(Fetches({kC, kOnce}, 7), "1000 1010 1020 1030 1040 end end");
}

TEST_F(ArchiveContextTest, AStartedQuestionIsAnsweredBeforeTheCallReturns) {
  Write("m", kM);
  Open("m");
  std::string answers;
  const std::vector<std::string> names = {"toy.c", "toy.none"};
  context_->StartFind(names, [&](const auto& found) {
    answers += (*found)[0] == kC && !(*found)[1] ? "find " : "wrong ";
  });
  context_->StartDescs(std::array{kC, kPair}, [&](const auto& descs) {
    answers += (*descs)[1]->indom == kTwo ? "descs " : "wrong ";
  });
  context_->StartInstances(kTwo, [&](const auto& members) {
    answers += members->size() == 2 ? "instances " : "wrong ";
  });
  Profile nothing;
  nothing.SetAll(false);
  FetchResult result;
  context_->StartFetch(std::array{kPair}, nothing, result, [&](const auto& fetched) {
    answers += *fetched && result.AllValues().empty() ? "fetch" : "wrong";
  });
  EXPECT_EQ(answers, "find descs instances fetch");
}

TEST_F(ArchiveContextTest, TheOriginDecidesWhereReadingStarts) {
  Write("m", kM, {1015});
  Open("m");
  Set(Mode::kForward, 1005);
  EXPECT_EQ(Fetches({kC}, 2), "1010 1020");
  Set(Mode::kForward, 900);
  EXPECT_EQ(Fetches({kC}, 1), "1000");
  Set(Mode::kForward, 2000);
  EXPECT_EQ(Fetches({kC}, 2), "end end");
  Set(Mode::kBackward, 2000);
  EXPECT_EQ(Fetches({kC}, 6), "1040 1030 1020 1010 1000 end");
  Set(Mode::kBackward, 1035);
  EXPECT_EQ(Fetches({kC}, 1), "1030");
  Set(Mode::kBackward, 900);
  EXPECT_EQ(Fetches({kC}, 1), "end");
}

TEST_F(ArchiveContextTest, TurningRoundReturnsTheSameRecordAgain) {
  Write("m", kM, {1015});
  Open("m");
  Set(Mode::kForward, 1010);
  EXPECT_EQ(Fetches({kC}, 1), "1010");
  Set(Mode::kBackward);
  EXPECT_EQ(Fetches({kC}, 2), "1010 1000");
  Set(Mode::kForward);
  EXPECT_EQ(Fetches({kC}, 2), "1000 1010");
}

TEST_F(ArchiveContextTest, WhatDoesNotMatchIsPassedOverButMovesTheOrigin) {
  Write("m", kM, {1015});
  Open("m");
  EXPECT_EQ(Fetches({kOnce}, 2), "1000 end");
  EXPECT_EQ(context_->origin(), At(1040));
  EXPECT_EQ(Fetches({kC}, 1), "end");
  Set(Mode::kBackward);
  EXPECT_EQ(Fetches({kC}, 1), "1040");
}

TEST_F(ArchiveContextTest, EveryRequestedMetricHasASetInItsPlace) {
  Write("m", kM);
  Open("m");
  EXPECT_EQ(Fetches({kUnknown}, 1), "end");
  Set(Mode::kForward, 1010);
  ASSERT_EQ(Fetches({kUnknown, kPair, kOnce, MetricId{}, kC, kPair}, 1), "1010");
  ASSERT_EQ(result_.sets().size(), 6u);
  EXPECT_EQ(result_.sets()[0].status, SetStatus::kUnknownMetric);
  EXPECT_EQ(result_.sets()[2].status, SetStatus::kNoValues);
  EXPECT_EQ(result_.sets()[3].status, SetStatus::kNoValues);
  const auto c = result_.Values(result_.sets()[4]);
  ASSERT_EQ(c.size(), 1u);
  EXPECT_EQ(c[0].Word(), 1010u);
  EXPECT_EQ(c[0].instance, kSingular);
  for (const std::size_t i : {1u, 5u}) {
    const auto pair = result_.Values(result_.sets()[i]);
    ASSERT_EQ(pair.size(), 2u);
    EXPECT_EQ(pair[0].instance, 2) << "in the order of the record";
    EXPECT_EQ(pair[0].AsDouble(), 1010);
    EXPECT_EQ(pair[1].AsDouble(), -1010);
  }
}

TEST_F(ArchiveContextTest, TheProfileAppliesToFetchesButNotToRecords) {
  Write("m", kM);
  Open("m");
  Profile profile;
  profile.Exclude(kTwo, {2});
  context_->SetProfile(profile);
  ASSERT_EQ(Fetches({kPair, kC}, 1), "1000");
  ASSERT_EQ(result_.sets()[0].count, 1u);
  EXPECT_EQ(result_.Values(result_.sets()[0])[0].instance, 1);
  EXPECT_EQ(result_.sets()[1].count, 1u) << "a metric without instances has its value";
  ASSERT_EQ(Records(1), "1010");
  EXPECT_EQ(result_.sets()[1].count, 2u);
  profile.SetAll(false);
  context_->SetProfile(profile);
  EXPECT_EQ(Fetches({kPair}, 1), "1020") << "a record matches even if nothing is left of it";
  EXPECT_EQ(result_.sets()[0].status, SetStatus::kNoValues);
}

TEST_F(ArchiveContextTest, WholeRecordsIncludeTheMarks) {
  Write("m", kM, {1015});
  Open("m");
  EXPECT_EQ(Records(8), "1000 1010 1015M 1020 1030 1040 end end");
  Set(Mode::kBackward, 1040);
  EXPECT_EQ(Records(7), "1040 1030 1020 1015M 1010 1000 end");
}

TEST_F(ArchiveContextTest, RecordsWithOneStampComeInTravelOrder) {
  Write("m", {1000, 1007, 1008, 1008, 1008, 1030});
  Open("m");
  Set(Mode::kForward, 1008);
  EXPECT_EQ(Fetches({kC}, 4), "1008 1008 1008 1030");
  Set(Mode::kBackward, 1008);
  EXPECT_EQ(Fetches({kC}, 4), "1008 1008 1008 1007");
  Set(Mode::kBackward, 1009);
  EXPECT_EQ(Fetches({kC}, 4), "1008 1008 1008 1007");
}

TEST_F(ArchiveContextTest, SeveralArchivesAreOneTimelineWithMarksBetween) {
  Write("a", {1000, 1020, 1040});
  Write("b", {1100, 1140});
  Open("b,a");
  EXPECT_EQ(context_->label().start, At(1000));
  EXPECT_EQ(*context_->EndTime(), At(1140));
  EXPECT_EQ(Records(7), "1000 1020 1040 1040.001M 1100 1140 end");
  Set(Mode::kBackward, 1140);
  EXPECT_EQ(Records(7), "1140 1100 1099.999M 1040 1020 1000 end");
  EXPECT_EQ(Fetches({kC}, 1), "end");
  Set(Mode::kForward, 1030);
  EXPECT_EQ(Fetches({kC}, 3), "1040 1100 1140");
}

TEST_F(ArchiveContextTest, WhoStartsBetweenTwoArchivesMeetsNoMarkAgainstTheDirection) {
  Write("a", {1000, 1040});
  Write("b", {1100, 1140});
  Open("a,b");
  Set(Mode::kBackward, 1070);
  EXPECT_EQ(Records(3), "1040 1000 end");
  Set(Mode::kForward, 1070);
  EXPECT_EQ(Records(3), "1100 1140 end");
  Set(Mode::kBackward, 1099.9995);
  EXPECT_EQ(Records(2), "1099.999M 1040");
  Set(Mode::kForward, 1040.0005);
  EXPECT_EQ(Records(2), "1040.001M 1100");
}

TEST_F(ArchiveContextTest, NoRecordIsLostAtTheSeam) {
  Write("a", {1000, 1040});
  Write("g", {1040, 1040.0005, 1050});
  Open("a,g");
  EXPECT_EQ(Records(7), "1000 1040 1040.001M 1040 1040.0005 1050 end");
  Set(Mode::kBackward, 1050);
  EXPECT_EQ(Records(7), "1050 1040.0005 1040 1039.999M 1040 1000 end");
}

TEST_F(ArchiveContextTest, AnOverlapIsReportedOnceAndNothingIsReturnedTwice) {
  Write("a", {1000, 1020, 1040});
  Write("d", {1030, 1035, 1050, 1070});
  Open("a,d");
  EXPECT_EQ(Fetches({kC}, 7), "1000 1020 1040 overlap 1050 1070 end");
  Set(Mode::kBackward, 1070);
  EXPECT_EQ(Fetches({kC}, 8), "1070 1050 1035 1030 overlap 1020 1000 end");
  Set(Mode::kForward, 1000);
  EXPECT_EQ(Records(8), "1000 1020 1040 1040.001M overlap 1050 1070 end");
  Set(Mode::kBackward, 1070);
  EXPECT_EQ(Records(9), "1070 1050 1035 1030 1029.999M overlap 1020 1000 end");
}

TEST_F(ArchiveContextTest, InterpolationStepsByTheDelta) {
  Write("m", kM, {1015});
  Open("m");
  Set(Mode::kInterpolated, 1005, 2.5);
  EXPECT_EQ(Fetches({kC}, 4), "1005 1007.5 1010 1012.5");
  EXPECT_EQ(context_->origin(), At(1015));
  EXPECT_EQ(context_->Now(), At(1012.5));
  Set(Mode::kInterpolated, std::nullopt, -10);
  EXPECT_EQ(Fetches({kC}, 3), "1015 1005 end");
}

TEST_F(ArchiveContextTest, OutsideOfTheLogTimeGoesOn) {
  Write("m", kM);
  Open("m");
  Set(Mode::kInterpolated, 985, 10);
  EXPECT_EQ(Fetches({kC}, 9), "end end 1005 1015 1025 1035 end end end");
  Set(Mode::kInterpolated, 1055, -10);
  EXPECT_EQ(Fetches({kC}, 3), "end end 1035");
  EXPECT_EQ(Records(1), "error") << "there are no records between the records";
}

TEST_F(ArchiveContextTest, AnInterruptionBetweenTwoFetchesIsSeen) {
  Write("m", {1000, 1010, 1020, 1030, 1040}, {1015});
  options_.watch_gaps = true;
  Open("m");
  const auto gaps = [&](int n) {
    std::string all;
    for (int i = 0; i < n && test::Got(context_->Fetch(std::array{kC}, result_)); ++i)
      all += result_.after_gap() ? 'x' : '-';
    return all;
  };
  EXPECT_EQ(gaps(5), "--x--");
  Set(Mode::kBackward, 1040);
  EXPECT_EQ(gaps(5), "---x-");
  Set(Mode::kInterpolated, 1000, 5);
  EXPECT_EQ(gaps(9), "---x-----");
  Set(Mode::kInterpolated, 1040, -20);
  EXPECT_EQ(gaps(3), "--x");
  Set(Mode::kInterpolated, 1020, 10);
  EXPECT_EQ(gaps(3), "---") << "before the first fetch of a walk there is nothing";
  options_.rules.marks.ignore_up_to = 10'000'000'000;
  Open("m");
  Set(Mode::kInterpolated, 1000, 20);
  EXPECT_EQ(gaps(3), "---");
}

TEST_F(ArchiveContextTest, AnArchiveHasNoLiveMode) {
  Write("m", kM);
  Open("m");
  EXPECT_EQ(context_->SetMode(Mode::kLive).error().code, Errc::kInvalidArgument);
  EXPECT_EQ(context_->mode(), Mode::kForward);
}

TEST_F(ArchiveContextTest, ADuplicateGoesItsOwnWay) {
  Write("m", kM);
  Open("m");
  Profile profile;
  profile.Exclude(kTwo, {2});
  context_->SetProfile(profile);
  EXPECT_EQ(Fetches({kC}, 2), "1000 1010");
  auto copy = context_->Duplicate();
  EXPECT_EQ(Fetches({kC}, 2), "1020 1030");
  std::swap(copy, context_);
  EXPECT_EQ(Fetches({kPair}, 1), "1020");
  EXPECT_EQ(result_.sets()[0].count, 1u);
}

TEST_F(ArchiveContextTest, ADuplicateGoesOnWithTheWalk) {
  Write("m", kM, {1015});
  options_.watch_gaps = true;
  Open("m");
  Set(Mode::kInterpolated, 1000, 10);
  EXPECT_EQ(Fetches({kC}, 2), "1000 1010");
  const auto original = std::exchange(context_, context_->Duplicate());
  EXPECT_EQ(context_->mode(), Mode::kInterpolated);
  EXPECT_EQ(context_->Now(), At(1010));
  EXPECT_EQ(Fetches({kC}, 1), "1020");
  EXPECT_TRUE(result_.after_gap()) << "since the fetch of the original";
  EXPECT_EQ(Fetches({kC}, 3), "1030 1040 end");
}

TEST_F(ArchiveContextTest, NamesAreLookedUpBothWays) {
  Write("m", kM);
  Open("m");
  const std::vector<std::string> names = {"toy.c", "toy", "toy.nothing", "", "toy.c.x"};
  const auto found = context_->Find(names);
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[0].value(), kC);
  EXPECT_EQ((*found)[1].error().code, Errc::kNotAMetric);
  for (const std::size_t i : {2u, 3u, 4u})
    EXPECT_EQ((*found)[i].error().code, Errc::kNotFound) << i;
  EXPECT_EQ(*context_->NamesOf(kC), std::vector<std::string>{"toy.c"});
  EXPECT_EQ(context_->NamesOf(kUnknown).error().code, Errc::kNotFound);
  EXPECT_EQ(*context_->Children(""), (std::vector<NameChild>{{"toy", false}}));
  EXPECT_EQ(context_->Children("toy")->size(), 3u);
  EXPECT_TRUE(context_->Children("toy")->front().is_leaf);
  EXPECT_TRUE(context_->Children("toy.c")->empty());
  EXPECT_EQ(context_->Children("toi").error().code, Errc::kNotFound);
  EXPECT_EQ(context_->Traverse("")->size(), 3u);
  EXPECT_EQ(*context_->Traverse("toy.once"), std::vector<std::string>{"toy.once"});
  EXPECT_EQ(context_->Traverse("to").error().code, Errc::kNotFound);
}

TEST_F(ArchiveContextTest, WhatMetricsAreIsKnownAtEveryTime) {
  const std::string base = directory_ / "m";
  {
    test::ArchiveBuilder archive(base, Version::k3);
    Describe(archive, 1000);
    archive.LabelSets(At(1000), LabelLevel::kItem, kC.value, {{{{"a", "1"}}}});
    AddRecord(archive, 1000, true);
    archive.Text(TextKind::kMetricOneLine, kC.value, "counts")
        .InDom(At(1020), kTwo, {{2, "deux"}, {3, "trois"}})
        .LabelSets(At(1020), LabelLevel::kItem, kC.value, {{{{"a", "2"}}}});
    AddRecord(archive, 1030, false);
  }
  Open("m");
  const std::array ids = {kC, kUnknown};
  const auto descs = context_->Descs(ids);
  EXPECT_EQ((*descs)[0]->semantics, Semantics::kCounter);
  EXPECT_EQ((*descs)[1].error().code, Errc::kNotFound);
  EXPECT_EQ(context_->DescOf(kPair)->indom, kTwo);

  using Members = std::vector<NamedInstance>;
  EXPECT_EQ(*context_->Instances(kTwo), (Members{{1, "one"}, {2, "two"}}));
  EXPECT_EQ(*context_->AllInstances(kTwo), (Members{{2, "deux"}, {3, "trois"}, {1, "one"}}));
  EXPECT_EQ(context_->Labels(LabelLevel::kItem, kC.value)->front().json, "{\"a\":1}");
  Set(Mode::kForward, 1030);
  EXPECT_EQ(context_->Instances(kTwo)->front().name, "deux");
  EXPECT_EQ(context_->Labels(LabelLevel::kItem, kC.value)->front().json, "{\"a\":2}");
  EXPECT_EQ(context_->InstancesAt(kTwo, At(1000))->size(), 2u);
  EXPECT_EQ(context_->InstancesAt(kTwo, At(0)).error().code, Errc::kNotFound);
  EXPECT_EQ(context_->Instances(InDomId{5}).error().code, Errc::kNotFound);
  EXPECT_EQ(context_->AllInstances(InDomId{5}).error().code, Errc::kNotFound);

  EXPECT_EQ(*context_->Text(TextKind::kMetricOneLine, kC.value), "counts");
  EXPECT_EQ(context_->Text(TextKind::kMetricHelp, kC.value).error().code, Errc::kNotFound);
  EXPECT_TRUE(context_->Labels(LabelLevel::kDomain, 60)->empty());
  const auto host = context_->Labels(LabelLevel::kContext, 0xffffffff);
  ASSERT_EQ(host->size(), 1u);
  EXPECT_EQ(host->front().json, "{\"hostname\":\"toyhost\"}");
  const LabelSet view{kSingular, host->front().json, 1, host->front().entries};
  EXPECT_EQ(view.Name(view.entries[0]), "hostname");
  EXPECT_EQ(view.Value(view.entries[0]), "\"toyhost\"");
}

TEST_F(ArchiveContextTest, ADamagedRecordIsReportedWithItsPlaceAndReadingGoesOn) {
  Write("m", kM);
  const std::uint64_t at = DamageRecord("m.0", 2);
  Open("m");
  ASSERT_EQ(Records(2), "1000 1010");
  const Result<bool> damaged = context_->FetchRecord(result_);
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().code, Errc::kCorruptRecord);
  EXPECT_EQ(damaged.error().file, directory_ / "m.0");
  EXPECT_EQ(damaged.error().offset, at);
  EXPECT_EQ(Records(3), "1030 1040 end");
}

TEST_F(ArchiveContextTest, DamageIsAMarkToInterpolationAndTheSinkIsToldOnce) {
  Write("m", kM);
  const std::uint64_t at = DamageRecord("m.0", 2);
  std::vector<Problem> problems;
  options_.open.on_problem = [&](const Problem& problem) { problems.push_back(problem); };
  Open("m");
  for (const double t : {1035, 1015, 1005, 1025, 1035}) {
    Set(Mode::kInterpolated, t);
    ASSERT_TRUE(*context_->Fetch(std::span(&kC, 1), result_)) << t;
    EXPECT_EQ(result_.sets()[0].count, t == 1005 || t == 1035 ? 1u : 0u) << t;
  }
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].offset, at);
  EXPECT_GT(problems[0].bytes_lost, 0u);
}

TEST_F(ArchiveContextTest, AnArchiveWithATornEndIsFollowedByTheNext) {
  Write("a", {1000, 1010, 1020});
  Write("b", {1100, 1110});
  TearEnd("a.0");
  std::vector<Problem> problems;
  options_.open.on_problem = [&](const Problem& problem) { problems.push_back(problem); };
  Open("a,b");
  EXPECT_EQ(Fetches({kC}, 3), "1000 1010 1100");
  EXPECT_TRUE(result_.after_gap());
  EXPECT_EQ(Fetches({kC}, 2), "1110 end");
  ASSERT_EQ(problems.size(), 1u) << "the loss is told once";
  EXPECT_EQ(problems[0].file, directory_ / "a.0");
  Set(Mode::kForward, 1010);
  EXPECT_EQ(Records(5), "1010 1010.001M 1100 1110 end");
  Set(Mode::kBackward, 1110);
  EXPECT_EQ(Fetches({kC}, 5), "1110 1100 1010 1000 end");
  Set(Mode::kInterpolated, 1000, 5);
  EXPECT_EQ(Fetches({kC, kOnce}, 4), "1000 1005 1010 1015");
  EXPECT_EQ(result_.sets()[0].count, 0u) << "the mark between the archives counts";
  Set(Mode::kInterpolated, 1105, 10);
  EXPECT_EQ(Fetches({kC}, 2), "1105 end");
  EXPECT_FALSE(*context_->SkipDamage());
}

// A logger leaves an archive like this if it is killed or has just begun.
TEST_F(ArchiveContextTest, AnArchiveWithoutAWholeRecordHidesNoOther) {
  Write("a", {1000, 1010});
  Write("b", {1100});
  Write("c", {1200, 1210});
  Write("d", {1300});
  for (const char* file : {"b.0", "d.0"}) TearEnd(file);
  Open("a,b,c,d");
  EXPECT_EQ(*context_->EndTime(), At(1210));
  EXPECT_EQ(Fetches({kC}, 4), "1000 1010 1200 1210");
  Set(Mode::kForward, 1010);
  EXPECT_EQ(Records(4), "1010 1010.001M 1100.001M 1200");
  Set(Mode::kBackward, 1300);
  EXPECT_EQ(Fetches({kC}, 5), "1210 1200 1010 1000 end");
  Set(Mode::kInterpolated, 1005, 200);
  EXPECT_EQ(Fetches({kC}, 3), "1005 1205 end");
}

// With an index that points to records behind the torn end, and without an index.
TEST_F(ArchiveContextTest, AVolumeWithATornEndIsFollowedByTheNext) {
  const std::string base = directory_ / "m";
  {
    test::ArchiveBuilder archive(base, Version::k3);
    Describe(archive, 1000);
    for (const double t : {1000, 1010, 1020, 1030, 1040, 1050}) {
      if (t == 1030) archive.Volume();
      AddRecord(archive, t, false);
    }
  }
  TearEnd("m.0");
  for (const bool indexed : {true, false}) {
    if (!indexed) std::filesystem::remove(base + ".index");
    Open("m");
    EXPECT_EQ(Fetches({kC}, 6), "1000 1010 1030 1040 1050 end");
    Set(Mode::kForward, 1040);
    EXPECT_EQ(Records(3), "1040 1050 end");
    Set(Mode::kBackward, 1040);
    EXPECT_EQ(Records(5), "1040 1030 1010 1000 end");
    Set(Mode::kInterpolated, 1005, 20);
    EXPECT_EQ(Fetches({kC}, 4), "1005 1025 1045 end");
    Set(Mode::kInterpolated, 1045, -20);
    EXPECT_EQ(Fetches({kC}, 1), "1045");
    EXPECT_EQ(result_.Values(result_.sets()[0])[0].Word(), 1045u);
    EXPECT_EQ(Fetches({kC}, 3), "1025 1005 end");
  }
}

TEST_F(ArchiveContextTest, ADamagedVolumeCanBePassedBothWays) {
  const std::string base = directory_ / "m";
  {
    test::ArchiveBuilder archive(base, Version::k3);
    Describe(archive, 1000);
    for (const double t : {1000, 1010, 1020, 1030, 1040, 1050}) {
      if (t == 1020 || t == 1040) archive.Volume();
      AddRecord(archive, t, false);
    }
  }
  std::fstream file(base + ".1", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(LabelSize(Version::k3)));
  file.write("\0\0\0\1", 4);  // a length that no record has
  file.close();
  Open("m");
  EXPECT_EQ(Fetches({kC}, 4), "1000 1010 error error");
  EXPECT_TRUE(*context_->SkipDamage());
  EXPECT_EQ(Fetches({kC}, 4), "1030 1040 1050 end");
  EXPECT_FALSE(*context_->SkipDamage());
  Set(Mode::kBackward, 1050);
  EXPECT_EQ(Fetches({kC}, 4), "1050 1040 1030 error");
  EXPECT_TRUE(*context_->SkipDamage());
  EXPECT_EQ(Fetches({kC}, 3), "1010 1000 end");
}

TEST_F(ArchiveContextTest, DamageInTheMiddleOfAVolumeCanBePassedBothWays) {
  const std::string base = directory_ / "m";
  std::uint64_t damage = 0;
  {
    test::ArchiveBuilder archive(base, Version::k3);
    Describe(archive, 1000);
    for (const double t : {1000, 1010, 1020, 1030}) AddRecord(archive, t, false);
  }
  {
    const auto archive = Archive::Open(base);
    ASSERT_TRUE(archive);
    RecordCursor cursor(**archive);
    ASSERT_TRUE(cursor.Next());
    damage = cursor.position().offset;
  }
  std::fstream file(base + ".0", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(damage));
  file.write("\x7f\x7f\x7f\x7f", 4);
  file.seekp(static_cast<std::streamoff>(damage + 24));  // its body makes no sense either
  file.write("\x7f\x7f\x7f\x7f", 4);
  file.close();
  Open("m");
  EXPECT_EQ(Fetches({kC}, 3), "1000 error error");
  EXPECT_TRUE(*context_->SkipDamage());
  EXPECT_EQ(Fetches({kC}, 1), "1020");
  EXPECT_TRUE(result_.after_gap());
  EXPECT_EQ(Fetches({kC}, 2), "1030 end");
  Set(Mode::kBackward, 1030);
  EXPECT_EQ(Fetches({kC}, 4), "1030 1020 error error");
  EXPECT_TRUE(*context_->SkipDamage());
  EXPECT_EQ(Fetches({kC}, 2), "1000 end");
}

TEST_F(ArchiveContextTest, ZerosAtTheEndOfAnArchiveEndItAsATornRecordDoes) {
  Write("a", {1000, 1010});
  Write("b", {1100, 1110});
  std::ofstream(directory_ / "a.0", std::ios::binary | std::ios::app) << std::string(300, '\0');
  Open("a,b");
  EXPECT_EQ(Fetches({kC}, 5), "1000 1010 1100 1110 end");
  Set(Mode::kInterpolated, 1005, 100);
  EXPECT_EQ(Fetches({kC}, 3), "1005 1105 end");
  EXPECT_EQ(result_.Values(result_.sets()[0])[0].Word(), 1105u);
}

TEST_F(ArchiveContextTest, WhatCannotBeOpenedSaysWhy) {
  EXPECT_EQ(ArchiveContext::Open(directory_ / "nothing").error().code, Errc::kNotFound);
}

}  // namespace
}  // namespace fdr
