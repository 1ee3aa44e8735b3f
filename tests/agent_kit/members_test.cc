// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "fdr/replay/sources/agent_kit/agent_values.h"

namespace fdr::agent {
namespace {

TEST(Members, ANameKeepsItsNumber) {
  Members members;
  members.Add("a");
  members.Add("b");
  members.Clear();
  members.Add("c");
  members.Add("b");
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[0].id, 2);
  EXPECT_EQ(members[0].name, "c");
  EXPECT_EQ(members[1].id, 1);
  EXPECT_EQ(members[1].name, "b");
  EXPECT_EQ(members[1].index, 1U);
}

TEST(Members, AnAuthorMayNumberThem) {
  Members members;
  members.Add(7, "seven");
  ASSERT_EQ(members.size(), 1U);
  EXPECT_EQ(members[0].id, 7);
  EXPECT_EQ(members[0].name, "seven");
}

TEST(Members, WhatCannotBeAMemberIsLeftOut) {
  Members members;
  members.Add(-1, "negative");
  members.Add(3, "");
  EXPECT_EQ(members.size(), 0U);
}

TEST(Values, TypesFollowFromFunctions) {
  EXPECT_EQ(TypeOf<int>(), Type::k32);
  EXPECT_EQ(TypeOf<std::uint16_t>(), Type::kU32);
  EXPECT_EQ(TypeOf<bool>(), Type::kU32);
  EXPECT_EQ(TypeOf<long>(), Type::k64);
  EXPECT_EQ(TypeOf<unsigned long long>(), Type::kU64);
  EXPECT_EQ(TypeOf<float>(), Type::kFloat);
  EXPECT_EQ(TypeOf<double>(), Type::kDouble);
  EXPECT_EQ(TypeOf<std::string>(), Type::kString);
  EXPECT_EQ(TypeOf<std::string_view>(), Type::kString);
  EXPECT_EQ(TypeOf<const char*>(), Type::kString);
}

TEST(Values, AValueComesBackFromItsCell) {
  const auto there_and_back = [](auto value) {
    Cell cell;
    PutValue(value, cell);
    return cell.has_value && TakeValue<decltype(value)>(cell) == value;
  };
  EXPECT_TRUE(there_and_back(-5));
  EXPECT_TRUE(there_and_back(std::int64_t{-5}));
  EXPECT_TRUE(there_and_back(0xffffffffffffffffU));
  EXPECT_TRUE(there_and_back(-2.5F));
  EXPECT_TRUE(there_and_back(1e300));
  EXPECT_TRUE(there_and_back(std::string("text")));
}

TEST(Values, AValueMayBeMissing) {
  Cell cell{.has_value = true, .text = {}};
  PutValue(std::optional<int>(), cell);
  EXPECT_FALSE(cell.has_value);
  PutValue(std::optional<int>(3), cell);
  EXPECT_TRUE(cell.has_value);
  EXPECT_EQ(cell.bits, 3U);
}

}  // namespace
}  // namespace fdr::agent
