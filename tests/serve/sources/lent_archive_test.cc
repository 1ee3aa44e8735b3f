// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/lent_archive.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <thread>

#include "fdr/tests/serve/sources/toy_folder.h"
#include "fdr/tests/support/damaged_record.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using namespace std::chrono_literals;
using test::At;
using test::kToyLoad;
using test::Single;

class LentArchiveTest : public testing::Test {
 protected:
  std::shared_ptr<LentArchive> Lend(const std::string& files) {
    LentArchive::Options options{
        {}, {[this] { return now_.load(); }, [] { return At(500); }}, log_};
    options.replay.open.metadata_damage = MetadataDamage::kSkip;
    options.on_open = [this] { ++opened_; };
    return std::make_shared<LentArchive>("toy", files, std::move(options));
  }
  // The load at a time.
  static double LoadAt(const ArchiveSource::Lease& lease, double t) {
    FetchResult result;
    const Result<void> fetched = lease->FetchAt(At(t), std::vector{kToyLoad}, result);
    EXPECT_TRUE(fetched);
    return result.AllValues().empty() ? -1 : result.AllValues()[0].AsDouble();
  }
  static void AddRecord(test::ArchiveBuilder& archive, int t) {
    archive.Record(At(t), {Single(kToyLoad, 1.0 * t)});
    EXPECT_TRUE(archive.writer().Sync());
  }
  static const Archive* ArchiveOf(const ArchiveSource::Lease& lease) {
    return &lease->timeline().archive(0);
  }

  const test::TempDirectory here_;
  std::atomic<std::chrono::nanoseconds> now_{100s};
  std::atomic<int> opened_ = 0;  // archives that were not open before
  std::vector<std::string> lines_;
  const std::shared_ptr<OnceLog> log_ =
      std::make_shared<OnceLog>([this](const std::string& line) { lines_.push_back(line); });
};

TEST_F(LentArchiveTest, ContextsShareTheOpenArchive) {
  test::WriteArchive(here_ / "a", "db1");
  const auto source = Lend(here_ / "a");
  const auto one = source->Borrow(), other = source->Borrow();
  ASSERT_TRUE(one && other);
  EXPECT_EQ(ArchiveOf(*one), ArchiveOf(*other));
  EXPECT_EQ(one->generation(), other->generation());
  EXPECT_EQ(LoadAt(*one, 3.5), 3.5);
  EXPECT_EQ(LoadAt(*other, 7), 7);
}

TEST_F(LentArchiveTest, TellsOnceWhatIsDamaged) {
  test::WriteArchive(here_ / "a", "db1");
  std::filesystem::resize_file(here_ / "a.0", std::filesystem::file_size(here_ / "a.0") - 2);
  const auto source = Lend(here_ / "a");
  EXPECT_TRUE(source->Problems().empty()) << "it is not open";
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(source->Borrow());
    ASSERT_EQ(source->Problems().size(), 1U);
    EXPECT_EQ(source->Problems()[0].file, here_ / "a.0");
    source->Close();
  }
  test::WriteArchive(here_ / "b", "db1");
  const auto whole = Lend(here_ / "b");
  ASSERT_TRUE(whole->Borrow());
  EXPECT_TRUE(whole->Problems().empty());
}

// A writer is in the middle of a record of metadata.
TEST_F(LentArchiveTest, ARecordThatIsCompletedIsNoDamage) {
  for (const bool is_lent : {false, true}) {
    const std::string base = here_ / (is_lent ? "lent" : "free"), path = base + ".meta";
    const auto archive = test::BeginArchive(base, "db1", 0, 5);
    constexpr MetricId kAnother = MetricId::Build(60, 2, 1);
    archive->Metric({.name = "another", .id = kAnother});
    archive->Record(At(5), {Single(kToyLoad, 5.0), Single(kAnother, std::uint64_t{1})});
    ASSERT_TRUE(archive->writer().Sync());
    std::ifstream file(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    constexpr std::size_t kMissing = 20;
    std::filesystem::resize_file(path, bytes.size() - kMissing);
    const auto source = Lend(base);
    std::optional<ArchiveSource::Lease> lease;
    auto borrowed = source->Borrow();
    ASSERT_TRUE(borrowed) << borrowed.error().Message();
    if (is_lent) lease.emplace(std::move(*borrowed));
    ASSERT_EQ(source->Problems().size(), 1U);
    EXPECT_EQ(source->Problems()[0].file, path);
    std::ofstream(path, std::ios::binary | std::ios::app)
        << std::string_view(bytes).substr(bytes.size() - kMissing);
    // A source that is lent is opened again after a while.
    for (int i = 0; i < 10; ++i) {
      now_ = now_.load() + 1s;
      ASSERT_TRUE(source->Borrow());
    }
    EXPECT_TRUE(source->Problems().empty()) << is_lent;
  }
}

TEST_F(LentArchiveTest, OtherArchivesHaveProblemsOfTheirOwn) {
  for (const char* const name : {"a", "b"}) {
    test::WriteArchive(here_ / name, "db1");
    const std::string volume = here_ / name + ".0";
    std::filesystem::resize_file(volume, std::filesystem::file_size(volume) - 2);
  }
  const auto source = Lend(here_ / "a");
  ASSERT_TRUE(source->Borrow());
  source->SetFiles(here_ / "absent");
  ASSERT_TRUE(source->Borrow()) << "the open ones go on";
  ASSERT_EQ(source->Problems().size(), 1U);
  EXPECT_EQ(source->Problems()[0].file, here_ / "a.0");
  source->SetFiles(here_ / "b");
  ASSERT_TRUE(source->Borrow());
  ASSERT_EQ(source->Problems().size(), 1U);
  EXPECT_EQ(source->Problems()[0].file, here_ / "b.0");
}

TEST_F(LentArchiveTest, WhatAnOldContextMeetsIsNoProblemOfTheNewOnes) {
  for (const char* const name : {"a", "b"}) test::WriteArchive(here_ / name, "db1");
  const std::uint64_t offset = test::DamageRecord(here_ / "a.0", 4);
  const auto source = Lend(here_ / "a");
  const auto old = source->Borrow();
  ASSERT_TRUE(old);
  const auto walk = [](const ArchiveSource::Lease& lease) {
    static_cast<void>(lease->SetMode(Mode::kForward, At(0)));
    FetchResult result;
    while (test::Got(lease->FetchRecord(result))) {
    }
  };
  walk(*old);
  ASSERT_EQ(source->Problems().size(), 1U);
  EXPECT_EQ(source->Problems()[0].offset, offset);
  EXPECT_EQ(source->Problems()[0].file, here_ / "a.0");
  source->SetFiles(here_ / "b");
  ASSERT_TRUE(source->Borrow());
  walk(*old);
  EXPECT_TRUE(source->Problems().empty());
}

TEST_F(LentArchiveTest, AContextThatWasGivenBackIsAsNew) {
  test::WriteArchive(here_ / "a", "db1");
  const auto source = Lend(here_ / "a");
  const ArchiveContext* first = nullptr;
  {
    const auto lease = source->Borrow();
    ASSERT_TRUE(lease);
    first = &**lease;
    static_cast<void>((*lease)->SetMode(Mode::kInterpolated, At(5), 1));
    Profile none;
    none.SetAll(false);
    (*lease)->SetProfile(none);
  }
  const auto lease = source->Borrow();
  ASSERT_TRUE(lease);
  EXPECT_EQ(&**lease, first);
  EXPECT_EQ((*lease)->mode(), Mode::kForward);
  EXPECT_EQ((*lease)->origin(), At(0));
  EXPECT_EQ((*lease)->profile(), Profile());
}

TEST_F(LentArchiveTest, GrowthIsSeenOnceASecond) {
  const auto archive = test::BeginArchive(here_ / "a", "db1", 0, 5);
  const auto source = Lend(here_ / "a");
  const auto end = [&] {
    const auto lease = source->Borrow();
    return lease ? *(*lease)->EndTime() : Timestamp{};
  };
  EXPECT_EQ(end(), At(4));
  const std::uint64_t generation = *source->Generation();
  AddRecord(*archive, 5);
  EXPECT_EQ(end(), At(4)) << "too early to look";
  EXPECT_EQ(*source->Generation(), generation);
  now_ = now_.load() + 1s;
  EXPECT_EQ(end(), At(5));
  EXPECT_NE(*source->Generation(), generation);
}

TEST_F(LentArchiveTest, ALeaseDoesNotGrow) {
  const auto archive = test::BeginArchive(here_ / "a", "db1", 0, 5);
  const auto source = Lend(here_ / "a");
  const auto lease = source->Borrow();
  ASSERT_TRUE(lease);
  AddRecord(*archive, 5);
  now_ = now_.load() + 2s;
  EXPECT_EQ(*(*lease)->EndTime(), At(4));
  const auto other = source->Borrow();
  EXPECT_EQ(*(*other)->EndTime(), At(4)) << "growth waits for the first lease";
  EXPECT_EQ(other->generation(), lease->generation());
}

TEST_F(LentArchiveTest, FreeArchivesGrowInPlace) {
  const auto archive = test::BeginArchive(here_ / "a", "db1", 0, 5);
  const auto source = Lend(here_ / "a");
  const Archive* const before = ArchiveOf(*source->Borrow());
  for (int t = 5; t < 8; ++t) {
    AddRecord(*archive, t);
    now_ = now_.load() + 2s;
    const auto lease = source->Borrow();
    ASSERT_TRUE(lease);
    EXPECT_EQ(ArchiveOf(*lease), before);
    EXPECT_EQ(LoadAt(*lease, t), t);
  }
}

TEST_F(LentArchiveTest, ArchivesThatAreNeverFreeAreOpenedAgain) {
  const auto archive = test::BeginArchive(here_ / "a", "db1", 0, 5);
  const auto source = Lend(here_ / "a");
  {
    const auto old = source->Borrow();
    ASSERT_TRUE(old);
    AddRecord(*archive, 5);
    for (int i = 0; i < 5; ++i) {
      now_ = now_.load() + 1s;
      EXPECT_EQ(ArchiveOf(*source->Borrow()), ArchiveOf(*old));
    }
    now_ = now_.load() + 1s;
    const auto young = source->Borrow();
    ASSERT_TRUE(young);
    EXPECT_NE(young->generation(), old->generation());
    EXPECT_EQ(LoadAt(*young, 5), 5);
    EXPECT_EQ(LoadAt(*old, 4), 4);
    EXPECT_EQ(*(*old)->EndTime(), At(4));
    EXPECT_EQ(opened_, 1) << "no other archive is open";
  }
  const Archive* const present = ArchiveOf(*source->Borrow());
  AddRecord(*archive, 6);
  now_ = now_.load() + 1s;
  const auto lease = source->Borrow();
  EXPECT_EQ(ArchiveOf(*lease), present) << "all are back, so it grows in place";
  EXPECT_EQ(LoadAt(*lease, 6), 6);
}

TEST_F(LentArchiveTest, NewArchivesOfADirectoryAreFound) {
  test::WriteArchive(here_ / "a", "db1", 0);
  const auto source = Lend(here_.path());
  EXPECT_EQ((*source->Borrow())->timeline().size(), 1u);
  test::WriteArchive(here_ / "b", "db1", 100);
  now_ = now_.load() + 1s;
  EXPECT_EQ((*source->Borrow())->timeline().size(), 2u);
}

TEST_F(LentArchiveTest, OtherFilesReplaceThose) {
  test::WriteArchive(here_ / "a", "db1", 0);
  test::WriteArchive(here_ / "b", "db1", 100);
  const auto source = Lend(here_ / "a");
  const std::uint64_t generation = *source->Generation();
  source->SetFiles(here_ / "a" + "," + here_ / "b");
  EXPECT_EQ((*source->Borrow())->timeline().size(), 2u);
  EXPECT_NE(*source->Generation(), generation);
  EXPECT_EQ(opened_, 1);
}

TEST_F(LentArchiveTest, TheSameContentIsTheSameGeneration) {
  test::WriteArchive(here_ / "a", "db1");
  EXPECT_EQ(*Lend(here_ / "a")->Generation(), *Lend(here_ / "a")->Generation());
}

TEST_F(LentArchiveTest, WhatCannotBeOpenedIsReportedOnceAndTriedAgain) {
  test::WriteArchive(here_ / "a", "db1");
  std::filesystem::rename(here_ / "a.meta", here_ / "other");
  const auto source = Lend(here_ / "a");
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(source->Borrow());
    EXPECT_FALSE(source->Generation());
    now_ = now_.load() + 1s;
  }
  EXPECT_EQ(lines_.size(), 1u);
  std::filesystem::rename(here_ / "other", here_ / "a.meta");
  EXPECT_TRUE(source->Borrow());
}

TEST_F(LentArchiveTest, AClosedArchiveIsOpenedAgain) {
  test::WriteArchive(here_ / "a", "db1");
  const auto source = Lend(here_ / "a");
  EXPECT_FALSE(source->LastUse());
  {
    const auto lease = source->Borrow();
    source->Close();
    EXPECT_EQ(source->LastUse(), now_.load()) << "not closed while it is lent";
  }
  source->Close();
  EXPECT_FALSE(source->LastUse());
  EXPECT_EQ(LoadAt(*source->Borrow(), 2), 2);
}

// Each lease sees all of its generation, and nothing else, while the archive grows.
TEST_F(LentArchiveTest, ThreadsBorrowWhileTheArchiveGrows) {
  constexpr int kFirst = 5, kLast = 60, kThreads = 4;
  const auto archive = test::BeginArchive(here_ / "a", "db1", 0, kFirst);
  const auto source = Lend(here_ / "a");
  {
    std::vector<std::jthread> threads;
    for (unsigned seed = 0; seed < kThreads; ++seed)
      threads.emplace_back([&, seed] {
        std::mt19937 random(seed);
        double before = 0;
        while (before < kLast) {
          const auto lease = source->Borrow();
          ASSERT_TRUE(lease) << lease.error().Message();
          const double end = SecondsBetween(At(0), *(*lease)->EndTime());
          EXPECT_GE(end, before);
          before = end;
          for (int i = 0; i < 5; ++i) {
            const double t = static_cast<double>(random() % 10) / 9 * end;
            EXPECT_NEAR(LoadAt(*lease, t), t, 1e-6);
          }
          now_ = now_.load() + 300ms;
        }
      });
    for (int t = kFirst; t <= kLast; ++t) {
      AddRecord(*archive, t);
      std::this_thread::sleep_for(1ms);
    }
  }
  EXPECT_TRUE(lines_.empty()) << lines_.front();
}

}  // namespace
}  // namespace fdr
