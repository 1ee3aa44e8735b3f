// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/instance_text.h"

#include <gtest/gtest.h>

#include "fdr/archive/base/byte_writer.h"

namespace fdr::tools {
namespace {

constexpr InDomId kDisks = InDomId::Build(60, 1);

class InstanceTextTest : public testing::Test {
 protected:
  void Add(std::int64_t sec, const std::vector<Instance>& instances) {
    InDomBuilder builder;
    for (const Instance& instance : instances) builder.Add(instance.id, instance.name);
    bodies_.push_back(std::make_unique<ByteBuffer>());
    builder.Build({sec, 0}, kDisks, false).Encode(Version::k3, *bodies_.back());
    const auto record = InDomRecord::Decode(Version::k3, false, *bodies_.back());
    ASSERT_TRUE(record);
    history_.Add(Version::k3, *record, *bodies_.back());
  }

  std::vector<std::unique_ptr<ByteBuffer>> bodies_;
  InDomHistory history_{kDisks};
};

TEST_F(InstanceTextTest, InstancesAreFoundInAnyOrder) {
  Add(10, {{7, "sdb"}, {3, "sda"}});
  history_.Finish();
  InstanceText text(&history_);
  text.MoveTo({10, 0});
  for (const InstanceId id : {3, 7, 3, 3, 7, 7}) {
    const std::string expected = std::string("        inst [") + std::to_string(id) +
                                 (id == 3 ? " or \"sda\"" : " or \"sdb\"") + "] value ";
    EXPECT_EQ(text.Line(id), expected);
  }
  EXPECT_EQ(text.Line(5), "        inst [5 or ???] value ");
  EXPECT_EQ(text.Bracket(7), "[7 or \"sdb\"]");
  EXPECT_EQ(text.Bracket(-1), "[-1 or ???]");
}

TEST_F(InstanceTextTest, OfTwoWithOneIdentifierTheFirstCounts) {
  Add(10, {{3, "first"}, {3, "second"}, {4, "other"}});
  history_.Finish();
  InstanceText text(&history_);
  text.MoveTo({10, 0});
  EXPECT_EQ(text.Bracket(3), "[3 or \"first\"]");
  EXPECT_EQ(text.Bracket(3), "[3 or \"first\"]");
  EXPECT_EQ(text.Bracket(4), "[4 or \"other\"]");
}

TEST_F(InstanceTextTest, NamesAreThoseOfTheTimeInBothDirections) {
  Add(10, {{1, "a"}});
  Add(20, {{1, "b"}});
  history_.Finish();
  InstanceText text(&history_);
  const std::pair<std::int64_t, std::string_view> expected[] = {
      {9, "[1 or ???]"},    {10, "[1 or \"a\"]"}, {19, "[1 or \"a\"]"}, {20, "[1 or \"b\"]"},
      {99, "[1 or \"b\"]"}, {15, "[1 or \"a\"]"}, {5, "[1 or ???]"}};
  for (const auto& [sec, bracket] : expected) {
    text.MoveTo({sec, 0});
    EXPECT_EQ(text.Bracket(1), bracket) << sec;
  }
}

TEST_F(InstanceTextTest, OfAnUnknownDomainNothingIsKnown) {
  InstanceText text(nullptr);
  text.MoveTo({10, 0});
  EXPECT_EQ(text.Bracket(1), "[1 or ???]");
}

}  // namespace
}  // namespace fdr::tools
