// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agent_kit/fetch_answer.h"

#include <gtest/gtest.h>

#include <bit>

#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/result_pdu.h"
#include "fdr/tests/agent_kit/toy.h"
#include "fdr/tests/support/allocation_limit.h"

namespace fdr::agent {
namespace {

using test::ToyMetric;

class FetchAnswerTest : public testing::Test {
 protected:
  // A table of our own, with a domain of many rows.
  FetchAnswerTest() {
    table_.name = "big";
    table_.domain = test::kToyDomain;
    table_.clusters.resize(1);
    table_.domains.push_back({.id = test::ToyTable(0),
                              .list =
                                  [this](Members& members) {
                                    for (int i = 0; i < rows_; ++i) members.Add(i, "a row");
                                  },
                              .options = {}});
    AddMetric(0, Type::kU64, [](const Member&, Cell& cell) { PutValue(std::uint64_t{7}, cell); });
    AddMetric(1, Type::k32, [](const Member& m, Cell& cell) { PutValue(-m.id, cell); });
    AddMetric(2, Type::kString, [](const Member& m, Cell& cell) { PutValue(m.name, cell); });
    EXPECT_TRUE(table_.Index());
  }

  void AddMetric(std::uint32_t item, Type type, ValueFunction value) {
    table_.metrics.push_back(
        {.name = "big.m" + std::to_string(item),
         .desc = {ToyMetric(item), type, test::ToyTable(0), Semantics::kInstant, {}},
         .options = {.domain = Domain{0}},
         .value = std::move(value)});
  }

  std::span<const ValueSet> Fetch(const std::vector<MetricId>& metrics) {
    out_.clear();
    EXPECT_EQ(answer_.Write(metrics, profile_, out_), 0);
    EXPECT_TRUE(DecodeResultPdu({PduType::kResult, Bytes(out_).subspan(kPduHeaderSize)}, record_));
    return record_.sets();
  }

  AgentTable table_;
  int rows_ = 3;
  Profile profile_;
  FetchAnswer answer_{table_};
  ByteBuffer out_;
  ResultRecord record_;
};

TEST_F(FetchAnswerTest, SetsAreInTheOrderOfTheQuestion) {
  const auto sets = Fetch({ToyMetric(1), ToyMetric(99), ToyMetric(0), ToyMetric(2), ToyMetric(1)});
  ASSERT_EQ(sets.size(), 5U);
  EXPECT_EQ(sets[0].count(), 3);
  EXPECT_EQ(sets[0].Word(2), 0xfffffffeU);
  EXPECT_EQ(sets[1].id(), ToyMetric(99));
  EXPECT_EQ(sets[1].count(), kPcpUnknownMetric);
  EXPECT_EQ(LoadU64(sets[2].Block(0).payload.data()), 7U);
  EXPECT_EQ(AsText(sets[3].Block(1).payload), std::string_view("a row\0", 6));
  EXPECT_EQ(sets[4].count(), 3);
}

TEST_F(FetchAnswerTest, TheProfileSelectsInstances) {
  profile_.Exclude(test::ToyTable(0), {0, 2});
  const auto sets = Fetch({ToyMetric(0)});
  ASSERT_EQ(sets[0].count(), 1);
  EXPECT_EQ(sets[0].Instance(0), 1);
  profile_.SetAll(false);
  EXPECT_EQ(Fetch({ToyMetric(0)})[0].count(), 0);
}

TEST_F(FetchAnswerTest, StampsSayThatNothingHasChanged) {
  Fetch({ToyMetric(0)});
  EXPECT_EQ(record_.stamp(), (Timestamp{0, 0}));
}

TEST_F(FetchAnswerTest, ValuesNeedNoMemoryOfTheirOwn) {
  rows_ = 5000;
  const std::vector<MetricId> all = {ToyMetric(0), ToyMetric(1), ToyMetric(2)};
  for (int i = 0; i < 3; ++i) Fetch(all);
  out_.clear();
  const std::size_t before = test::AllocationsSoFar();
  answer_.Write(all, profile_, out_);
  EXPECT_LE(test::AllocationsSoFar() - before, 1U);
}

TEST_F(FetchAnswerTest, AnAnswerThatDoesNotFitIsAnError) {
  AddMetric(3, Type::kString, [](const Member&, Cell& cell) {
    PutValue(std::string(std::size_t{17} << 20, 'x'), cell);
  });
  EXPECT_TRUE(table_.Index());
  EXPECT_EQ(answer_.Write(std::vector{ToyMetric(3)}, profile_, out_), kPcpTooLarge);
  EXPECT_TRUE(out_.empty());
  EXPECT_EQ(Fetch({ToyMetric(0)})[0].count(), 3);
}

}  // namespace
}  // namespace fdr::agent
