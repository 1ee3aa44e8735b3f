// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// PCP's replay sometimes depends on earlier questions, or loses something.  These tests show what
// our replay does instead: see docs/compatibility.md, "Replaying".

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "fdr/archive/record/index_entry.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr {
namespace {

using test::At;
using test::ToyMetric;

// Archive M of docs/replay-semantics.md.
constexpr std::string_view kM = R"(
  time   1000  1010  1015  1020  1030  1040
  c       100   200     |    10    20    30   counter
  i       100   200     |    10    20    30   instant
  d       100   200     |    10    20    30   discrete
)";

class DecisionsTest : public testing::Test {
 protected:
  void Open(std::string_view picture) {
    test::WriteToy(base_, picture);
    OpenAgain(base_);
  }
  void OpenAgain(const std::string& names) {
    auto context = ArchiveContext::Open(names, options_);
    ASSERT_TRUE(context) << context.error().Message();
    context_ = std::move(*context);
  }
  void Set(Mode mode, double origin, double delta = 0) {
    ASSERT_TRUE(context_->SetMode(mode, At(origin), static_cast<std::int64_t>(delta * 1e9)));
  }

  // The next `n` values of each metric; "-" for none.  A value that is not a number gives its text.
  std::string Values(const std::vector<std::string>& names, int n) {
    std::vector<MetricId> metrics;
    metrics.reserve(names.size());
    for (const std::string& name : names) metrics.push_back(ToyMetric(name));
    std::string all;
    for (int i = 0; i < n; ++i) {
      const Result<bool> fetched = context_->Fetch(metrics, result_);
      if (i > 0) all += ' ';
      if (!fetched || !*fetched) {
        all += fetched ? "end" : fetched.error().Message();
        continue;
      }
      for (const FetchedSet& set : result_.sets())
        all += (&set == result_.sets().data() ? "" : "/") + ValueText(set);
    }
    return all;
  }
  std::string ValueText(const FetchedSet& set) {
    if (set.count == 0) return "-";
    const FetchedValue& value = result_.Values(set)[0];
    if (set.format == ValueFormat::kInPlace) return std::to_string(value.Word());
    return value.IsNumber() ? std::to_string(static_cast<int>(value.AsFloat()))
                            : std::string(UpToNul(AsText(value.Payload())));
  }

  // Makes the index hold exactly these entries.
  void WriteIndex(const std::vector<IndexEntry>& entries) {
    ByteBuffer bytes = test::ReadFile(base_ + ".index");
    bytes.resize(LabelSize(Version::k3));
    for (const IndexEntry& entry : entries) entry.Encode(Version::k3, bytes);
    test::WriteFile(base_ + ".index", bytes);
    OpenAgain(base_);
  }
  // The offset of the n-th record in the volume.
  std::int64_t OffsetOf(int n) {
    const ByteBuffer bytes = test::ReadFile(base_ + ".0");
    std::size_t at = LabelSize(Version::k3);
    for (int i = 0; i < n; ++i) at += LoadU32(bytes.data() + at);
    return static_cast<std::int64_t>(at);
  }

  test::TempDirectory directory_;
  std::string base_ = directory_ / "toy";
  ReplayOptions options_;
  std::unique_ptr<ArchiveContext> context_;
  FetchResult result_;
};

TEST_F(DecisionsTest, AStringThatASmallStepReachesIsThatOfItsTime) {
  Open(R"(
    time   1000   1010
    s     s1000  s1010   discrete string
  )");
  Set(Mode::kInterpolated, 1005, 5);
  EXPECT_EQ(Values({"s"}, 2), "s1000 s1010");
  Set(Mode::kInterpolated, 1010);
  EXPECT_EQ(Values({"s"}, 1), "s1010");
}

TEST_F(DecisionsTest, SettingTheModeAgainLosesNothing) {
  Open(kM);
  for (const double t : {1035, 1005, 1025, 1005}) {
    Set(Mode::kInterpolated, t, 1);
    EXPECT_EQ(Values({"c"}, 1), t == 1005 ? "150" : t == 1025 ? "15" : "25") << t;
  }
}

TEST_F(DecisionsTest, MarksCountFromTheFirstFetchOn) {
  Open(kM);
  Set(Mode::kInterpolated, 1012, 1);
  EXPECT_EQ(Values({"c", "i", "d"}, 1), "-/-/200");
  WriteIndex({{At(1000), 0, 0, OffsetOf(0)}, {At(1020), 0, 0, OffsetOf(3)}});
  Set(Mode::kInterpolated, 1012, 1);
  EXPECT_EQ(Values({"c", "i", "d"}, 9),
            "-/-/200 -/-/200 -/-/200 -/-/- -/-/- -/-/- -/-/- -/-/- 10/10/10");
}

TEST_F(DecisionsTest, AtAMarkThereIsNoValue) {
  Open(kM);
  Set(Mode::kInterpolated, 1000, 3);
  EXPECT_EQ(Values({"d"}, 8), "100 100 200 200 200 - - 10");
  Set(Mode::kInterpolated, 1021, -3);
  EXPECT_EQ(Values({"d"}, 4), "10 - - 200");
}

TEST_F(DecisionsTest, AMarkCountsForMetricsThatWereNotAskedForBesideIt) {
  Open(kM);
  Set(Mode::kInterpolated, 1005, 1);
  EXPECT_EQ(Values({"c"}, 1), "150");
  EXPECT_EQ(Values({"i"}, 8), "200 200 200 200 200 - - -");
  EXPECT_EQ(Values({"c"}, 2), "- -");
}

TEST_F(DecisionsTest, ALaterValueIsFoundOnceItIsRecorded) {
  test::ToyArchive archive(base_, R"(
    time   1000  1010  1020  1030
    c         0    10     .    30   counter
    other     1     1     1     1   counter
  )");
  archive.WriteUpTo(1020);
  OpenAgain(base_);
  Set(Mode::kInterpolated, 1015);
  EXPECT_EQ(Values({"c"}, 1), "-");
  archive.WriteUpTo(1030);
  Set(Mode::kInterpolated, 1025);
  EXPECT_EQ(Values({"c"}, 1), "25");
  Set(Mode::kInterpolated, 1015);
  EXPECT_EQ(Values({"c"}, 1), "15");
}

TEST_F(DecisionsTest, BetweenArchivesNothingIsInterpolatedOrCarriedOn) {
  const std::string a = directory_ / "a", b = directory_ / "b";
  test::WriteToy(a, "time 1000 1040\n c 0 40 counter\n d 0 40 discrete\n late . . counter\n");
  test::WriteToy(b, "time 1100 1140\n c 100 140 counter\n d 100 140 discrete\n late 1 2 counter\n");
  OpenAgain(a + "," + b);
  Set(Mode::kInterpolated, 1020, 20);  // "late" has no value before: it must not hide the mark
  EXPECT_EQ(Values({"late", "c", "d"}, 6), "-/20/0 -/40/40 -/-/- -/-/- 1/100/100 2/120/100");
  Set(Mode::kInterpolated, 1120, -20);
  EXPECT_EQ(Values({"c", "d"}, 6), "120/100 100/100 -/- -/- 40/40 20/0");
}

TEST_F(DecisionsTest, OfArchivesThatOverlapTheLaterOneAnswersHoweverOneGetsThere) {
  const std::string a = directory_ / "a", d = directory_ / "d";
  test::WriteToy(a, "time 1000 1020 1040\n c 0 20 40 counter\n");
  test::WriteToy(d, "time 1030 1035 1070\n c 130 135 170 counter\n");
  options_.watch_gaps = true;
  OpenAgain(a + "," + d);
  Set(Mode::kInterpolated, 1025, 8);
  EXPECT_EQ(Values({"c"}, 2), "25 133");
  EXPECT_TRUE(result_.after_gap());
  Set(Mode::kInterpolated, 1033, -8);
  EXPECT_EQ(Values({"c"}, 2), "133 25");
  EXPECT_TRUE(result_.after_gap());
  Set(Mode::kForward, 1040);
  EXPECT_EQ(context_->Fetch(std::array{ToyMetric("c")}, result_).value(), true);
  Set(Mode::kForward, 1021);
  EXPECT_EQ(Values({"c"}, 1), "40");
  EXPECT_EQ(context_->Fetch(std::array{ToyMetric("c")}, result_).error().code, Errc::kOverlap);
  EXPECT_EQ(Values({"c"}, 1), "170");
  EXPECT_TRUE(result_.after_gap()) << "the error does not hide the interruption";
}

TEST_F(DecisionsTest, AVolumeWithNothingButALabelHidesNoRecord) {
  Open("time 1000 1010 / 1020\n c 0 10 / 20 counter\n");
  test::WriteFile(base_ + ".1", Bytes(test::ReadFile(base_ + ".1")).first(LabelSize(Version::k3)));
  OpenAgain(base_);
  EXPECT_EQ(*context_->EndTime(), At(1010));
  Set(Mode::kBackward, 1050);
  EXPECT_EQ(Values({"c"}, 3), "10 0 end");
}

TEST_F(DecisionsTest, ReadingBeginsAtTheFirstVolumeThatThereIs) {
  Open("time 1000 1010 / 1020 1030 / 1040\n c 0 10 / 20 30 / 40 counter\n");
  std::filesystem::remove(base_ + ".0");
  OpenAgain(base_);
  EXPECT_EQ(Values({"c"}, 4), "20 30 40 end");
  Set(Mode::kForward, 1000);
  EXPECT_EQ(Values({"c"}, 1), "20");
}

TEST_F(DecisionsTest, TheFormatOfValuesMayChangeWithinAnArchive) {
  {
    test::ArchiveBuilder archive(base_, Version::k2);
    test::Metric metric{.name = "f", .id = ToyMetric("f"), .type = Type::kFloat};
    metric.in_place_floats = true;
    archive.Metric(metric).Record(At(1000), {test::Single(metric.id, 1.0)});
    metric.in_place_floats = false;
    archive.Metric(metric).Record(At(1010), {test::Single(metric.id, 2.0)});
    archive.Record(At(1020), {test::Single(metric.id, 3.0)});
  }
  OpenAgain(base_);
  for (const double t : {1001, 1011, 1001}) {
    Set(Mode::kInterpolated, t);
    ASSERT_EQ(context_->Fetch(std::array{ToyMetric("f")}, result_).value(), true);
    ASSERT_EQ(result_.sets()[0].count, 1u);
    EXPECT_EQ(result_.Values(result_.sets()[0])[0].AsFloat(), t == 1001 ? 1.0f : 2.0f);
  }
}

TEST_F(DecisionsTest, AnIndexEntryThatPointsBehindItsTimeHidesNothing) {
  Open("time 1000 1040 1050 1050 1060\n c 1 4 7 8 6 counter\n");
  WriteIndex({{At(1000), 0, 0, OffsetOf(0)}, {At(1050), 0, 0, OffsetOf(3)}});
  Set(Mode::kForward, 1050);
  EXPECT_EQ(Values({"c"}, 3), "7 8 6");
  Set(Mode::kBackward, 1050);
  EXPECT_EQ(Values({"c"}, 3), "8 7 4");
}

TEST_F(DecisionsTest, AnIndexAheadOfOneVolumeHidesNoneOfTheOthers) {
  Open("time 1000 1010 1020 1030 / 1040 1050\n c 0 10 20 30 / 40 50 counter\n");
  WriteIndex({{At(1000), 0, 0, OffsetOf(0)},
              {At(1030), 0, 0, OffsetOf(3)},
              {At(1040), 1, 0, OffsetOf(3)},  // behind the end of volume 1
              {At(1050), 1, 0, OffsetOf(3)}});
  Set(Mode::kForward, 1030);
  EXPECT_EQ(Values({"c"}, 4), "30 40 50 end");
  Set(Mode::kForward, 1040);
  EXPECT_EQ(Values({"c"}, 3), "40 50 end");
  Set(Mode::kBackward, 1050);
  EXPECT_EQ(Values({"c"}, 3), "50 40 30");
}

TEST_F(DecisionsTest, OfAMarkAndAValueWithOneStampTheLaterInTheFileIsLater) {
  Open("time 1000 1010 1010 1020\n c 0 10 | 20 counter\n d 0 10 | 20 discrete\n");
  Set(Mode::kInterpolated, 1009, 1);
  EXPECT_EQ(Values({"c", "d"}, 3), "9/10 10/10 -/-");
  base_ = directory_ / "behind";
  Open("time 1000 1010 1010 1020\n c 0 | 10 20 counter\n d 0 | 10 20 discrete\n");
  Set(Mode::kInterpolated, 1009, 1);
  EXPECT_EQ(Values({"c", "d"}, 3), "-/0 10/10 11/10");
}

TEST_F(DecisionsTest, ARecordThatIsHalfWrittenIsFoundWhenItIsWhole) {
  Open("time 1000 1010 1020\n c 0 10 20 counter\n once 1 . . discrete\n");
  const ByteBuffer whole = test::ReadFile(base_ + ".0");
  const auto last = static_cast<std::int64_t>(whole.size()) - OffsetOf(2);
  for (std::int64_t cut = 1; cut < last; ++cut) {
    test::WriteFile(base_ + ".0", Bytes(whole).first(whole.size() - static_cast<std::size_t>(cut)));
    OpenAgain(base_);
    EXPECT_EQ(*context_->EndTime(), At(1010));
    Set(Mode::kInterpolated, 1005, 5);
    EXPECT_EQ(Values({"once", "c"}, 3), "1/5 1/10 end") << cut;
    Set(Mode::kForward, 1010);
    EXPECT_EQ(Values({"c"}, 1), "10");
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(context_->Fetch(std::array{ToyMetric("c")}, result_).error().code,
                Errc::kTruncatedRecord);
    test::WriteFile(base_ + ".0", whole);
    EXPECT_EQ(Values({"c"}, 2), "20 end") << cut;
  }
}

}  // namespace
}  // namespace fdr
