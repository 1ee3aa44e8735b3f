// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives that grow, come and go while they are read.

#include "fdr/tests/replay/recorded/archive_context_fixture.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::At;
using test::Single;

class GrowingArchiveTest : public ArchiveContextTest {
 protected:
  void WriteTwo(const std::string& base, double start) {
    test::ArchiveBuilder archive(base, Version::k3);
    Describe(archive, start);
    for (const double t : {start, start + 10}) AddRecord(archive, t, false);
  }
};

TEST_F(GrowingArchiveTest, AGrowingArchiveIsFollowed) {
  for (const bool shared : {false, true}) {
    const std::string name = shared ? "shared" : "alone";
    test::ArchiveBuilder archive(directory_ / name, Version::k3);
    Describe(archive, 1000);
    AddRecord(archive, 1000, false);
    AddRecord(archive, 1010, false);
    ASSERT_TRUE(archive.writer().Sync());
    Open(name);
    const auto copy = shared ? context_->Duplicate() : nullptr;
    EXPECT_EQ(Fetches({kC}, 3), "1000 1010 end");
    EXPECT_EQ(*context_->EndTime(), At(1010));
    archive.Metric({.name = "toy.late", .id = kUnknown});
    archive.Record(At(1020), {Single(kC, std::int64_t{1020}), Single(kUnknown, std::int64_t{5})});
    ASSERT_TRUE(archive.writer().Sync());
    EXPECT_EQ(Fetches({kC, kUnknown}, 2), "1020 end");
    EXPECT_EQ(*context_->EndTime(), At(1020));
    EXPECT_EQ(*context_->Find("toy.late"), kUnknown);
    Set(Mode::kInterpolated, 1015, 10);
    EXPECT_EQ(Fetches({kC}, 2), "1015 end");
    AddRecord(archive, 1030, false);
    ASSERT_TRUE(archive.writer().Sync());
    Set(Mode::kInterpolated, 1025, 10);
    EXPECT_EQ(Fetches({kC}, 2), "1025 end");
    EXPECT_EQ(result_.Values(result_.sets()[0])[0].Word(), 1025u);
  }
}

TEST_F(GrowingArchiveTest, OneThatDoesNotFollowGrowsWhenItIsTold) {
  test::ArchiveBuilder archive(directory_ / "told", Version::k3);
  Describe(archive, 1000);
  AddRecord(archive, 1000, false);
  ASSERT_TRUE(archive.writer().Sync());
  ReplayOptions options;
  options.follows = false;
  context_ = *ArchiveContext::Open(directory_ / "told", options);
  EXPECT_EQ(Fetches({kC}, 2), "1000 end");
  AddRecord(archive, 1010, false);
  ASSERT_TRUE(archive.writer().Sync());
  EXPECT_EQ(Fetches({kC}, 1), "end");
  EXPECT_EQ(*context_->EndTime(), At(1000));
  Set(Mode::kInterpolated, 1005, 10);
  EXPECT_EQ(Fetches({kC}, 1), "end");
  EXPECT_TRUE(*context_->Grow());
  EXPECT_EQ(*context_->EndTime(), At(1010));
}

TEST_F(GrowingArchiveTest, WithoutItsDuplicatesAnArchiveIsNotOpenedAgain) {
  for (const bool outlives : {false, true}) {
    const std::string name = outlives ? "outlives" : "shared";
    test::ArchiveBuilder archive(directory_ / name, Version::k3);
    Describe(archive, 1000);
    AddRecord(archive, 1000, false);
    ASSERT_TRUE(archive.writer().Sync());
    Open(name);
    EXPECT_EQ(*context_->EndTime(), At(1000));
    const Archive* const before = &context_->timeline().archive(0);
    auto duplicate = context_->Duplicate();
    if (outlives) {
      duplicate.reset();
      context_->OutlivesDuplicates();
    }
    AddRecord(archive, 1010, false);
    ASSERT_TRUE(archive.writer().Sync());
    EXPECT_TRUE(*context_->Grow());
    EXPECT_EQ(&context_->timeline().archive(0) == before, outlives);
    EXPECT_EQ(Fetches({kC}, 3), "1000 1010 end");
  }
}

// Archives come and go while one of them grows.
TEST_F(GrowingArchiveTest, ReadingGoesOnWhereItWasWhateverBecomesOfOtherArchives) {
  for (const bool shared : {false, true}) {
    for (const bool removed : {false, true}) {
      const test::TempDirectory here;
      WriteTwo(here / "a", 1000);
      WriteTwo(here / "b", 1100);
      test::ArchiveBuilder growing(here / "c", Version::k3);
      Describe(growing, 1200);
      AddRecord(growing, 1200, false);
      ASSERT_TRUE(growing.writer().Sync());
      context_ = *ArchiveContext::Open(here.path());
      const auto copy = shared ? context_->Duplicate() : nullptr;
      EXPECT_EQ(Fetches({kC}, 6), "1000 1010 1100 1110 1200 end");
      if (removed) RemoveArchive(here / "a");
      if (!removed) WriteTwo(here / "between", 1050);
      AddRecord(growing, 1210, false);
      ASSERT_TRUE(growing.writer().Sync());
      EXPECT_EQ(Fetches({kC}, 2), "1210 end") << shared << removed;
      Set(Mode::kBackward, 1300);
      EXPECT_EQ(Fetches({kC}, 4), "1210 1200 1110 1100");
      // A removed archive that is still open can be read.  A shared context opens everything again.
      EXPECT_EQ(Fetches({kC}, 1), removed ? (shared ? "end" : "1010") : "1060");
    }
  }
}

TEST_F(GrowingArchiveTest, WhereTheArchiveThatOneStoodInIsGoneTimeGoesOn) {
  const test::TempDirectory here;
  WriteTwo(here / "a", 1000);
  WriteTwo(here / "b", 1100);
  context_ = *ArchiveContext::Open(here.path());
  EXPECT_EQ(Fetches({kC}, 3), "1000 1010 1100");
  WriteTwo(here / "c", 1200);
  RemoveArchive(here / "b");
  ASSERT_TRUE(*context_->Grow());
  EXPECT_EQ(Fetches({kC}, 3), "1200 1210 end");
  Set(Mode::kBackward, 1205);
  EXPECT_EQ(Fetches({kC}, 2), "1200 1010");
  WriteTwo(here / "b", 1100);
  RemoveArchive(here / "a");
  ASSERT_TRUE(*context_->Grow());
  EXPECT_EQ(Fetches({kC}, 2), "end end");
}

TEST_F(GrowingArchiveTest, VolumesThatAreGoneAreLeftBehind) {
  const std::string base = directory_ / "m";
  test::ArchiveBuilder archive(base, Version::k3);
  Describe(archive, 1000);
  for (const double t : {1000, 1010, 1020, 1030}) {
    if (t == 1010 || t == 1020) archive.Volume();
    AddRecord(archive, t, false);
  }
  ASSERT_TRUE(archive.writer().Sync());
  Open("m");
  EXPECT_EQ(Fetches({kC}, 5), "1000 1010 1020 1030 end");
  std::filesystem::remove(base + ".0");
  AddRecord(archive, 1040, false);
  ASSERT_TRUE(archive.writer().Sync());
  EXPECT_EQ(Fetches({kC}, 2), "1040 end") << "no record twice, and none left out";
  Set(Mode::kForward, 1010);
  EXPECT_EQ(Fetches({kC}, 1), "1010");
  std::filesystem::remove(base + ".1");
  AddRecord(archive, 1050, false);
  ASSERT_TRUE(archive.writer().Sync());
  ASSERT_TRUE(*context_->Grow());
  EXPECT_EQ(Fetches({kC}, 5), "1020 1030 1040 1050 end");
}

TEST_F(GrowingArchiveTest, ThatTheFilesAreGoneIsNoErrorAtTheEnd) {
  Write("a", {1000, 1010});
  Open("a");
  EXPECT_EQ(Fetches({kC}, 1), "1000");
  RemoveArchive(directory_ / "a");
  EXPECT_EQ(Fetches({kC}, 3), "1010 end end");
  EXPECT_EQ(*context_->EndTime(), At(1010));
  Set(Mode::kInterpolated, 1005, 5);
  EXPECT_EQ(Fetches({kC}, 3), "1005 1010 end");
}

TEST_F(GrowingArchiveTest, ANewArchiveInADirectoryIsNoticedAtTheEnd) {
  for (const bool shared : {false, true}) {
    const test::TempDirectory here;
    const auto write = [&](const char* name, double t) {
      test::ArchiveBuilder archive(here / name, Version::k3);
      Describe(archive, t);
      AddRecord(archive, t, false);
    };
    write("a", 1000);
    test::WriteFile(here / "b.meta", {});
    test::WriteFile(here / "b.0", {});
    int problems = 0;
    options_.open.on_problem = [&](const Problem&) { ++problems; };
    context_ = *ArchiveContext::Open(here.path(), options_);
    const auto copy = shared ? context_->Duplicate() : nullptr;
    EXPECT_EQ(Fetches({kC}, 3), "1000 end end");
    EXPECT_EQ(problems, 1) << "that b is no archive yet is told, but not at each look";
    std::filesystem::remove(here / "b.meta");
    std::filesystem::remove(here / "b.0");
    write("b", 1100);
    EXPECT_EQ(Fetches({kC}, 1), "1100");
    EXPECT_TRUE(result_.after_gap());
    write("c", 1200);
    EXPECT_EQ(*context_->EndTime(), At(1200));
    Set(Mode::kInterpolated, 1300, 0);
    write("d", 1310);
    EXPECT_EQ(Fetches({kC}, 1), "1300");
  }
}

// New descriptors before the damage may have moved the known descriptors in memory.
TEST_F(GrowingArchiveTest, AfterGrowthThatFailedTheRestIsStillRead) {
  for (const Mode mode : {Mode::kForward, Mode::kInterpolated}) {
    const std::string base = directory_ / (mode == Mode::kForward ? "f" : "i");
    test::ArchiveBuilder archive(base, Version::k3);
    Describe(archive, 1000);
    AddRecord(archive, 1000, false);
    ASSERT_TRUE(archive.writer().Sync());
    context_ = *ArchiveContext::Open(base);
    Set(mode, 1000, 10);
    EXPECT_EQ(Fetches({kC}, 2), "1000 end");
    for (int i = 0; i < 500; ++i)
      archive.Metric({.name = "more.m" + std::to_string(i),
                      .id = MetricId::Build(61, 0, static_cast<std::uint32_t>(i))});
    AddRecord(archive, 1010, false);
    ASSERT_TRUE(archive.writer().Sync());
    ByteBuffer metadata = test::ReadFile(base + ".meta");
    const std::vector<std::byte> damage =
        test::RecordBuilder("00000010 00000063 00000000 00000010").bytes();
    metadata.insert(metadata.end(), damage.begin(), damage.end());
    test::WriteFile(base + ".meta", metadata);
    const std::string got = Fetches({kC}, 3);
    EXPECT_TRUE(got.starts_with("error")) << got;
    Set(mode, 1000, 10);
    EXPECT_EQ(Fetches({kC}, 1), "1000");
  }
}

}  // namespace
}  // namespace fdr
