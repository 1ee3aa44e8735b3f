// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Flips one bit in a time stamp.  Whichever bit it is, a walk over time does not go where nothing
// was recorded.  Values that are not beside the damaged record stay the same.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "fdr/archive/check.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::ErrorOf;

constexpr int kRecords = 60;
constexpr int kNone = -100;             // no record is damaged
constexpr std::int64_t kInterval = 10;  // seconds
constexpr std::int64_t kStart =
    900'000'000;  // in 1998: flipped bits lead to the past and the future
const MetricId kLoad = MetricId::Build(60, 2, 0), kForks = MetricId::Build(60, 0, 12);

void Write(const std::string& base, Version version) {
  test::ArchiveBuilder archive(base, version);
  archive.Metric({"toy.load", kLoad, Type::kDouble});
  archive.Metric(
      {.name = "toy.forks", .id = kForks, .type = Type::kU64, .semantics = Semantics::kCounter});
  for (int i = 0; i < kRecords; ++i) {
    const std::uint64_t n = static_cast<std::uint64_t>(i);
    archive.Record({kStart + kInterval * i, 0},
                   {test::Single(kLoad, static_cast<double>(i)), test::Single(kForks, n * 100)});
  }
  archive.Close();
}

std::vector<std::uint64_t> RecordOffsets(Bytes volume) {
  std::vector<std::uint64_t> offsets;
  for (std::uint64_t at = LoadU32(volume.data()); at < volume.size();
       at += LoadU32(volume.data() + at))
    offsets.push_back(at);
  return offsets;
}

class WildStampTest : public testing::TestWithParam<Version> {
 protected:
  void SetUp() override {
    Write(base_, GetParam());
    content_ = test::ReadFile(base_ + ".0");
    offsets_ = RecordOffsets(content_);
    ASSERT_EQ(offsets_.size(), std::size_t{kRecords});
  }

  // Flips a bit of the seconds.  Bits from 32 on are those of the high word of version 3.
  void Flip(int record, int bit) {
    ByteBuffer damaged = content_;
    const std::size_t word = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(record)]) +
                             4 + (bit >= 32 ? 4 : 0);
    StoreU32(damaged.data() + word, LoadU32(damaged.data() + word) ^ 1u << bit % 32);
    test::WriteFile(base_ + ".0", damaged);
  }

  // Checks a walk over time and its values.
  void ExpectWalk(int record, double moved_to = kNone) {
    auto context = ArchiveContext::Open(base_, {});
    ASSERT_EQ(ErrorOf(context), "");
    const Result<Timestamp> end = (*context)->EndTime();
    ASSERT_EQ(ErrorOf(end), "");
    constexpr std::int64_t kLength = kInterval * (kRecords - 1);
    EXPECT_GE(end->sec, kStart + kLength - 2 * kInterval);
    EXPECT_LE(end->sec, kStart + kLength + 3600);
    EXPECT_EQ((*context)->label().start.sec, kStart);

    constexpr std::int64_t kStep = 5;
    ASSERT_EQ(ErrorOf((*context)->SetMode(Mode::kInterpolated, (*context)->label().start,
                                          kStep * 1'000'000'000)),
              "");
    const std::array<MetricId, 2> metrics = {kLoad, kForks};
    FetchResult result;
    int fetches = 0;
    for (auto got = (*context)->Fetch(metrics, result); got && *got;
         got = (*context)->Fetch(metrics, result)) {
      ASSERT_LE(++fetches, (kLength + 3600) / kStep + 1) << "the walk does not end";
      const double place = static_cast<double>((*context)->Now().sec - kStart) / kInterval;
      // A stamp that fits between its neighbours, or just behind the next, looks like a right one.
      if (std::abs(place - record) <= 1 || std::abs(place - moved_to) <= 1) continue;
      if (place >= kRecords - 2) continue;
      const std::span<const FetchedValue> forks = result.Values(result.sets()[1]);
      ASSERT_EQ(forks.size(), 1u) << place;
      EXPECT_EQ(forks[0].bits, static_cast<std::uint64_t>(place * 100)) << place;
    }
    EXPECT_GE(fetches, (kLength - 2 * kInterval) / kStep);
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  ByteBuffer content_;
  std::vector<std::uint64_t> offsets_;
};

INSTANTIATE_TEST_SUITE_P(Versions, WildStampTest, testing::Values(Version::k2, Version::k3));

TEST_P(WildStampTest, NoBitOfAStampLeadsAWalkToWhereNothingWasRecorded) {
  const int bits = GetParam() == Version::k3 ? 64 : 32;
  for (const int record : {0, 1, kRecords / 2, kRecords - 2, kRecords - 1})
    for (int bit = 0; bit < bits; ++bit) {
      SCOPED_TRACE("record " + std::to_string(record) + ", bit " + std::to_string(bit));
      Flip(record, bit);
      const std::int64_t whole = kStart + kInterval * record;
      ExpectWalk(record,
                 static_cast<double>((whole ^ std::int64_t{1} << bit) - kStart) / kInterval);
    }
}

TEST_P(WildStampTest, NorDoesOneOfTheStartInALabel) {
  // The label's start follows its length, its magic word and its process.
  for (const char* file : {".0", ".meta", ".index"}) {
    const ByteBuffer whole = test::ReadFile(base_ + file);
    for (int bit = 17; bit < 32; ++bit) {
      SCOPED_TRACE(std::string(file) + ", bit " + std::to_string(bit));
      ByteBuffer damaged = whole;
      StoreU32(damaged.data() + 12, LoadU32(damaged.data() + 12) ^ 1u << bit);
      test::WriteFile(base_ + file, damaged);
      ExpectWalk(kNone);
    }
    test::WriteFile(base_ + file, whole);
  }
}

TEST_P(WildStampTest, CheckCallsItAnError) {
  const int bits = GetParam() == Version::k3 ? 64 : 32;
  for (const int record : {0, 1, kRecords / 2, kRecords - 2, kRecords - 1})
    for (int bit = 12; bit < bits; ++bit) {
      SCOPED_TRACE("record " + std::to_string(record) + ", bit " + std::to_string(bit));
      Flip(record, bit);
      const CheckSummary summary = CheckArchive(*FindArchive(base_), {}, [](const Finding&) {});
      EXPECT_GT(summary.count(Severity::kError), 0u);
    }
}

}  // namespace
}  // namespace fdr
