// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives with a compressed volume that cannot be decoded from its middle on, or not at all.

#include <algorithm>
#include <array>

#include "fdr/tests/replay/recorded/archive_context_fixture.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/got.h"

namespace fdr {
namespace {

using test::At;

// The volumes begin here; the second one is damaged.
constexpr int kFirstVolume = 1000, kSecondVolume = 1010, kThirdVolume = 1310, kBehindAll = 1320;

struct Form {
  const char* suffix;
  std::vector<std::string> command;
};

class UndecodableVolumeTest : public ArchiveContextTest, public testing::WithParamInterface<Form> {
 protected:
  void SetUp() override {
    options_.on_damage = [this](const Problem& problem) { problems_.push_back(problem); };
  }

  void WriteDamaged() {
    const Form& form = GetParam();
    {
      test::ArchiveBuilder archive(directory_ / "m", Version::k3);
      Describe(archive, kFirstVolume);
      for (int t = kFirstVolume; t < kBehindAll; ++t) {
        if (t == kSecondVolume || t == kThirdVolume) archive.Volume();
        AddRecord(archive, t, t == kFirstVolume);
      }
    }
    for (const char* volume : {"m.0", "m.1", "m.2"}) {
      const std::string path = directory_ / volume;
      ByteBuffer bytes = test::Compress(form.command, test::ReadFile(path));
      std::filesystem::remove(path);
      if (std::string_view(volume) == "m.1")
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2), 24,
                    std::byte{0xa5});
      test::WriteFile(path + form.suffix, bytes);
    }
    damaged_ = directory_ / "m.1" + form.suffix;
    problems_.clear();
    Open("m");
  }

  // The stamps of all records on the way.  Counts the gaps in front of them.
  std::vector<int> Walk(Mode mode) {
    Set(mode, mode == Mode::kForward ? kFirstVolume : kBehindAll);
    std::vector<int> stamps;
    gaps_ = 0;
    while (true) {
      const Fetched fetched = context_->Fetch(std::array{kC}, result_);
      EXPECT_TRUE(fetched) << fetched.error().Message();
      if (!fetched || !*fetched) return stamps;
      stamps.push_back(static_cast<int>(result_.stamp().sec - test::kEpoch));
      gaps_ += result_.after_gap();
      if (result_.after_gap()) behind_gap_ = stamps.back();
    }
  }

  bool IsTold() const {
    return std::ranges::any_of(problems_, [this](const Problem& problem) {
      return problem.code == Errc::kCompression && problem.file == damaged_;
    });
  }

  bool HasValueAt(double t) {
    FetchResult result;
    EXPECT_TRUE(context_->FetchAt(At(t), std::array{kC}, result));
    return result.sets()[0].count > 0;
  }

  std::vector<Problem> problems_;
  std::string damaged_;
  int gaps_ = 0;
  int behind_gap_ = 0;
};

const Form kForms[] = {
    {".gz", {"gzip", "-c"}},
    {".xz", {"xz", "-c"}},
    {".xz", {"xz", "-c", "--block-size=4096"}},
    {".zst", {"zstd", "-c", "-q"}},
};

TEST_P(UndecodableVolumeTest, AWalkGoesOnBehindIt) {
  WriteDamaged();
  const std::vector<int> forward = Walk(Mode::kForward);
  EXPECT_EQ(gaps_, 1);
  EXPECT_TRUE(IsTold());
  EXPECT_GE(forward.size(), 20u);
  EXPECT_LT(forward.size(), std::size_t{kBehindAll - kFirstVolume});
  EXPECT_TRUE(std::ranges::is_sorted(forward));
  EXPECT_EQ(std::ranges::count_if(forward, [](int t) { return t < kSecondVolume; }),
            kSecondVolume - kFirstVolume);
  EXPECT_EQ(std::ranges::count_if(forward, [](int t) { return t >= kThirdVolume; }),
            kBehindAll - kThirdVolume);
  const int behind_gap = behind_gap_;
  std::vector<int> backward = Walk(Mode::kBackward);
  EXPECT_EQ(gaps_, 1);
  std::ranges::reverse(backward);
  EXPECT_EQ(backward, forward);
  EXPECT_EQ(*(std::ranges::find(forward, behind_gap_) + 1), behind_gap);
}

TEST_P(UndecodableVolumeTest, NothingIsInterpolatedAcrossTheLoss) {
  WriteDamaged();
  const std::vector<int> recorded = Walk(Mode::kForward);
  const auto last = std::ranges::adjacent_find(recorded, [](int a, int b) { return a + 1 < b; });
  ASSERT_NE(last, recorded.end());
  problems_.clear();
  Open("m");
  EXPECT_FALSE(HasValueAt(*last + 0.5));
  EXPECT_FALSE(HasValueAt(*(last + 1) - 0.5));
  EXPECT_TRUE(HasValueAt(*last - 0.5));
  EXPECT_TRUE(HasValueAt(*(last + 1) + 0.5));
  EXPECT_TRUE(IsTold());
  EXPECT_EQ(context_->HasGapBetween(At(kSecondVolume - 1.5), At(kThirdVolume + 1.5)), true);
  EXPECT_EQ(context_->HasGapBetween(At(kThirdVolume + 0.5), At(kThirdVolume + 1.5)), false);
  Set(Mode::kInterpolated, kBehindAll - 1, -1);
  int values = 0;
  while (test::Got(context_->Fetch(std::array{kC}, result_))) values += result_.sets()[0].count > 0;
  EXPECT_EQ(values, static_cast<int>(recorded.size()));
}

TEST_P(UndecodableVolumeTest, TheLastOneIsTheEnd) {
  WriteDamaged();
  std::filesystem::remove(directory_ / "m.2" + GetParam().suffix);
  Open("m");
  const std::vector<int> forward = Walk(Mode::kForward);
  EXPECT_GE(forward.size(), std::size_t{kSecondVolume - kFirstVolume});
  EXPECT_LT(forward.size(), std::size_t{kThirdVolume - kFirstVolume});
  EXPECT_TRUE(IsTold());
}

TEST_P(UndecodableVolumeTest, WithoutASinkItIsAnError) {
  options_.on_damage = {};
  WriteDamaged();
  Fetched fetched = context_->Fetch(std::array{kC}, result_);
  while (fetched && *fetched) fetched = context_->Fetch(std::array{kC}, result_);
  ASSERT_FALSE(fetched);
  EXPECT_EQ(fetched.error().code, Errc::kCompression) << fetched.error().Message();
  EXPECT_EQ(fetched.error().file, damaged_);
}

// A record has several blocks.  The lost one is anywhere in a record.
TEST_F(ArchiveContextTest, ALostBlockInARecordIsAMark) {
  constexpr MetricId kBlob = MetricId::Build(60, 0, 6);
  constexpr int kFirst = 1000, kEnd = 1200, kStep = 10;
  {
    test::ArchiveBuilder archive(directory_ / "m", Version::k3);
    archive.Metric({.name = "toy.c", .id = kC, .semantics = Semantics::kCounter})
        .Metric({.name = "toy.blob", .id = kBlob, .type = Type::kAggregate});
    for (int t = kFirst; t < kEnd; t += kStep)
      archive.Record(
          At(t), {test::Single(kBlob, test::SampleContent(20'000, static_cast<std::uint32_t>(t))),
                  test::Single(kC, std::int64_t{t})});
  }
  const ByteBuffer whole =
      test::Compress({"xz", "-c", "--block-size=4096"}, test::ReadFile(directory_ / "m.0"));
  std::filesystem::remove(directory_ / "m.0");
  options_.on_damage = [](const Problem&) {};
  int lost = 0;
  for (std::size_t at = whole.size() / 2; at < whole.size() / 2 + 10'000; at += 1000) {
    ByteBuffer bytes = whole;
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), 24, std::byte{0xa5});
    test::WriteFile(directory_ / "m.0.xz", bytes);
    Open("m");
    for (int t = kFirst + kStep / 2; t < kEnd - kStep; t += kStep) {
      const Result<void> fetched = context_->FetchAt(At(t), std::array{kC}, result_);
      ASSERT_TRUE(fetched) << fetched.error().Message() << " at " << t << ", damage at " << at;
      lost += result_.sets()[0].count == 0;
    }
  }
  EXPECT_GT(lost, 0);
}

INSTANTIATE_TEST_SUITE_P(Formats, UndecodableVolumeTest, testing::ValuesIn(kForms));

}  // namespace
}  // namespace fdr
