// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Fetching allocates nothing once the largest result was seen.

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/allocation_limit.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;

constexpr int kRecords = 300, kSeconds = 10;
constexpr InDomId kDisks = InDomId::Build(1, 1);
constexpr std::array kTypes = {Type::k32,    Type::kU32,    Type::k64,    Type::kU64,
                               Type::kFloat, Type::kDouble, Type::kString};

class AllocationTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string base = directory_ / "a";
    Write(base);
    auto context = ArchiveContext::Open(base);
    ASSERT_TRUE(context) << context.error().Message();
    context_ = std::move(*context);
  }

  // Each record has a counter of each numeric type, and a string.  One metric is recorded rarely.
  // There is one mark.
  void Write(const std::string& base) {
    test::ArchiveBuilder archive(base, Version::k3);
    for (const Type type : kTypes) {
      const MetricId id = MetricId::Build(1, 1, static_cast<std::uint32_t>(type));
      ids_.push_back(id);
      archive.Metric(
          {.name = "m" + std::to_string(ids_.size()),
           .id = id,
           .type = type,
           .indom = kDisks,
           .semantics = type == Type::kString ? Semantics::kInstant : Semantics::kCounter});
    }
    archive.Metric({.name = "rare", .id = kRare});
    ids_.push_back(kRare);
    archive.InDom(At(0), kDisks, {{0, "sda"}, {1, "sdb"}, {2, "sdc"}});
    for (int i = 0; i < kRecords; ++i) {
      std::vector<test::Values> sets;
      for (const Type type : kTypes) {
        const MetricId id = MetricId::Build(1, 1, static_cast<std::uint32_t>(type));
        test::Values& set = sets.emplace_back(test::Values{id, {}});
        for (int disk = 0; disk < 3; ++disk) set.values.push_back({disk, PayloadOf(type, i)});
      }
      if (i % 100 == 0) sets.push_back(test::Single(kRare, std::int64_t{i}));
      archive.Record(At(kSeconds * i), sets);
      if (i == 150) archive.Mark(At(kSeconds * i + 1));
    }
  }

  static test::Payload PayloadOf(Type type, int i) {
    if (type == Type::kString) return "state " + std::to_string(100 + i);
    if (type == Type::kFloat) return static_cast<float>(i);
    if (type == Type::kDouble) return static_cast<double>(i);
    return std::int64_t{i};
  }

  // The number of allocations during these fetches.
  std::size_t Allocations(int fetches) {
    const std::size_t before = test::AllocationsSoFar();
    for (int i = 0; i < fetches; ++i) EXPECT_TRUE(test::Got(context_->Fetch(ids_, result_)));
    return test::AllocationsSoFar() - before;
  }

  static constexpr MetricId kRare = MetricId::Build(1, 2, 1);
  const test::TempDirectory directory_;
  std::vector<MetricId> ids_;
  std::unique_ptr<ArchiveContext> context_;
  FetchResult result_;
};

TEST_F(AllocationTest, RecordsAreReadWithoutAny) {
  for (const Mode mode : {Mode::kForward, Mode::kBackward}) {
    const Timestamp start = At(mode == Mode::kForward ? 0 : kSeconds * kRecords);
    ASSERT_TRUE(context_->SetMode(mode, start));
    Allocations(kRecords);
    ASSERT_TRUE(context_->SetMode(mode, start));
    EXPECT_EQ(Allocations(kRecords), 0u);
  }
}

TEST_F(AllocationTest, ValuesAreInterpolatedWithoutAny) {
  for (const std::int64_t direction : {1, -1}) {
    const double start = direction > 0 ? 0.5 : kSeconds * kRecords - 20;
    const auto again = [&] {
      return context_->SetMode(Mode::kInterpolated, At(start), direction * 3'700'000'000);
    };
    ASSERT_TRUE(again());
    Allocations(700);
    ASSERT_TRUE(again());
    EXPECT_EQ(Allocations(700), 0u) << direction;
  }
}

TEST_F(AllocationTest, TimesMayBeAnywhere) {
  std::mt19937 random(1);
  const auto fetch = [&](int times) {
    const std::size_t before = test::AllocationsSoFar();
    for (int i = 0; i < times; ++i)
      EXPECT_TRUE(context_->FetchAt(At(static_cast<double>(random() % (kSeconds * kRecords))), ids_,
                                    result_));
    return test::AllocationsSoFar() - before;
  };
  fetch(300);
  EXPECT_EQ(fetch(1'000), 0u);
}

}  // namespace
}  // namespace fdr
