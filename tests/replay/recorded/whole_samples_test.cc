// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/recorded/whole_samples.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr::test {
namespace {

class WholeSamplesTest : public ::testing::Test {
 protected:
  void Open(std::string_view picture) {
    WriteToy(directory_ / "toy", picture);
    archive_ = *ArchiveContext::Open(directory_ / "toy");
    samples_.emplace(*archive_);
  }

  // "1000: 1=5; 1010: 1=6 2=1; ..." of metric x, with "|" where the recording was interrupted.
  std::string Fetched(Mode mode, std::int64_t from) {
    const MetricId x = ToyMetric("x");
    static_cast<void>(samples_->SetMode(mode, Timestamp{kEpoch + from, 0}));
    std::string text;
    FetchResult result;
    while (test::Got(samples_->Fetch(std::span(&x, 1), result))) text += TextOf(result);
    return text;
  }

  static std::string TextOf(const FetchResult& result) {
    std::string text = result.after_gap() ? "| " : "";
    text += fmt::format("{}:", result.stamp().sec - kEpoch);
    for (const FetchedValue& value : result.AllValues())
      text += fmt::format(" {}={}", value.instance, value.Word());
    return text + "; ";
  }

  TempDirectory directory_;
  std::unique_ptr<ArchiveContext> archive_;
  std::optional<WholeSamples> samples_;
};

constexpr const char* kEarlierValues = R"(
time    1000  1010  1010.000001  1020
x[1]       5     6            .     7 instant
x[2]       .     .            1     9 instant
)";

TEST_F(WholeSamplesTest, ValuesThatAreWrittenBehindASampleBelongToIt) {
  Open(kEarlierValues);
  EXPECT_EQ(Fetched(Mode::kForward, 0), "1000: 1=5; 1010: 1=6 2=1; 1020: 1=7 2=9; ");
  EXPECT_EQ(Fetched(Mode::kForward, 1005), "1010: 1=6 2=1; 1020: 1=7 2=9; ");
  EXPECT_EQ(Fetched(Mode::kBackward, 2000), "1020: 1=7 2=9; 1010: 2=1 1=6; 1000: 1=5; ");
}

TEST_F(WholeSamplesTest, AValueIsNeverReplaced) {
  Open(R"(
time    1000  1010  1010.000001  1020
x[1]       5     6            8     7 instant
x[2]       .     .            1     9 instant
)");
  EXPECT_EQ(Fetched(Mode::kForward, 0), "1000: 1=5; 1010: 1=6; 1010: 1=8 2=1; 1020: 1=7 2=9; ");
}

TEST_F(WholeSamplesTest, AnInterruptionIsToldOnce) {
  Open(R"(
time    1000  1005  1010  1010.000001  1020
x[1]       5     |     6            .     7 instant
x[2]       .     |     .            1     9 instant
)");
  EXPECT_EQ(Fetched(Mode::kForward, 0), "1000: 1=5; | 1010: 1=6 2=1; 1020: 1=7 2=9; ");
}

TEST_F(WholeSamplesTest, TheMembersAreThoseOfTheSample) {
  Open(kEarlierValues);
  const MetricId x = ToyMetric("x");
  FetchResult result;
  ASSERT_TRUE(samples_->SetMode(Mode::kForward, Timestamp{}));
  std::vector<std::size_t> members;
  while (test::Got(samples_->Fetch(std::span(&x, 1), result)))
    members.push_back(samples_->Instances(ToyDomain("x"))->size());
  EXPECT_EQ(members, (std::vector<std::size_t>{1, 1, 2})) << "a picture has members with values";
}

TEST_F(WholeSamplesTest, OtherMetricsMayBeAskedForInBetween) {
  Open(R"(
time    1000  1010  1010.000001  1020
x[1]       5     6            .     7 instant
x[2]       .     .            1     9 instant
y         11    12            .    13 instant
)");
  const MetricId x = ToyMetric("x"), y = ToyMetric("y");
  FetchResult result;
  ASSERT_TRUE(samples_->SetMode(Mode::kForward, Timestamp{}));
  ASSERT_TRUE(test::Got(samples_->Fetch(std::span(&x, 1), result)));
  ASSERT_TRUE(test::Got(samples_->Fetch(std::span(&y, 1), result)));
  EXPECT_EQ(result.stamp().sec - kEpoch, 1010);
  EXPECT_EQ(result.AllValues().front().Word(), 12u);
}

TEST_F(WholeSamplesTest, AGrowingLogIsReadAsFarAsItGoes) {
  ToyArchive writer(directory_ / "toy", kEarlierValues);
  writer.WriteUpTo(1000);
  archive_ = *ArchiveContext::Open(directory_ / "toy");
  samples_.emplace(*archive_);
  const MetricId x = ToyMetric("x");
  FetchResult result;
  ASSERT_TRUE(samples_->SetMode(Mode::kForward, Timestamp{}));
  ASSERT_TRUE(test::Got(samples_->Fetch(std::span(&x, 1), result)));
  EXPECT_EQ(TextOf(result), "1000: 1=5; ");
  EXPECT_FALSE(test::Got(samples_->Fetch(std::span(&x, 1), result)));
  writer.WriteUpTo(1015);
  ASSERT_TRUE(test::Got(samples_->Fetch(std::span(&x, 1), result)));
  EXPECT_EQ(TextOf(result), "1010: 1=6 2=1; ");
}

}  // namespace
}  // namespace fdr::test
