// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/derived_table.h"

#include <gtest/gtest.h>

namespace fdr::test {
namespace {

TEST(DerivedTable, IdentifiersCountUpForAllAndDownForOne) {
  DerivedTable all, own(DeriveRules::kNewest, DerivedTable::Scope::kContext);
  EXPECT_EQ(ToString(*all.Add("a", "1")), "511.0.3");
  EXPECT_EQ(ToString(*all.Add("b", "1")), "511.0.4");
  EXPECT_EQ(own.Add("a", "1")->value, 0xffdfffffu);
  EXPECT_EQ(own.Add("b", "1")->value, 0xffdffffeu);
  for (int i = 2; i < 1023; ++i) {
    ASSERT_TRUE(all.Add("m" + std::to_string(i), "1"));
    ASSERT_TRUE(own.Add("m" + std::to_string(i), "1"));
  }
  EXPECT_EQ(ToString(*all.Add("c", "1")), "511.1.3");
  EXPECT_EQ(own.Add("c", "1")->value, 0x80000000u | MetricId::Build(511, 2046, 1023).value);
  for (const auto& metric : all.metrics()) EXPECT_TRUE(IsDerivedId(metric->id));
  for (const auto& metric : own.metrics()) EXPECT_TRUE(IsDerivedId(metric->id));
  EXPECT_FALSE(IsDerivedId(MetricId::Build(60, 0, 3)));
}

TEST(DerivedTable, IdentifiersOfRecordedOnesSayThatNobodyIsToDeriveThemAgain) {
  DerivedTable recorded(DeriveRules::kNewest, DerivedTable::Scope::kRecorded);
  recorded.Reserve(MetricId::Build(511, 2048, 4));
  EXPECT_EQ(ToString(*recorded.Add("a", "1")), "511.2048.3");
  EXPECT_EQ(ToString(*recorded.Add("b", "1")), "511.2048.5");
  for (int i = 3; i < 1023; ++i) ASSERT_TRUE(recorded.Add("m" + std::to_string(i), "1"));
  EXPECT_EQ(ToString(*recorded.Add("c", "1")), "511.2049.3");
  EXPECT_TRUE(IsDerivedId(recorded.metrics().back()->id));
}

TEST(DerivedTable, ANameIsGivenOnce) {
  DerivedTable table;
  ASSERT_TRUE(table.Add("a", "1"));
  EXPECT_EQ(table.Add("a", "2").error().text, "Duplicate global derived metric name");
  DerivedTable own(DeriveRules::kNewest, DerivedTable::Scope::kContext);
  ASSERT_TRUE(own.Add("a", "1"));
  EXPECT_EQ(own.Add("a", "2").error().text, "Duplicate per-context derived metric name");
}

TEST(DerivedTable, ALimitIsALimit) {
  DerivedTable table;
  table.options().Set(DerivedOption::kGlobalLimit, 1);
  ASSERT_TRUE(table.Add("a", "1"));
  EXPECT_EQ(table.Add("b", "2").error().text, "Too many global derived metrics");
  EXPECT_TRUE(table.Remove("a"));
  EXPECT_EQ(ToString(*table.Add("b", "2")), "511.0.4");
}

TEST(DerivedTable, WhatIsRemovedIsGone) {
  DerivedTable table;
  const MetricId id = *table.Add("a", "1");
  table.SetText(TextKind::kMetricOneLine, id, "one");
  EXPECT_EQ(*table.FindText(TextKind::kMetricOneLine, id), "one");
  EXPECT_EQ(table.FindText(TextKind::kMetricHelp, id), nullptr);
  const DerivedTable copy = table;
  EXPECT_TRUE(table.Remove("a"));
  EXPECT_FALSE(table.Remove("a"));
  EXPECT_EQ(table.Find("a"), nullptr);
  EXPECT_EQ(table.Find(id), nullptr);
  EXPECT_EQ(table.FindText(TextKind::kMetricOneLine, id), nullptr);
  EXPECT_TRUE(table.empty());
  EXPECT_EQ(copy.Find(id)->name, "a");
}

TEST(DerivedTable, CaretsPointAtTheTrouble) {
  const auto complaint = [](const char* expression) {
    return CaretText(expression, DerivedTable().Add("a", expression).error());
  };
  EXPECT_EQ(complaint("a + * b"),
            "a + * b\n    ^\nArithmetic expression expected to follow PLUS: expected a metric, a "
            "number, a function or '('");
  EXPECT_EQ(complaint("1.5e3"), "1.5e3\n   ^\nExpected an operator or the end");
  EXPECT_EQ(complaint("\ta & b"), "\ta & b\n\t  ^\nIllegal character");
}

}  // namespace
}  // namespace fdr::test
