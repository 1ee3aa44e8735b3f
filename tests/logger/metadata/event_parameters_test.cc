// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/metadata/event_parameters.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::RecordBuilder;

// Two parameters, one of them twice.
const char* const kEvents =
    "00000002 | 5a000000 0001e240 00000001 00000002"
    "07400402 00000008 00000007  07400401 00000008 00000007"
    "5a000001 0001e240 00000001 00000001 07400402 00000008 00000007";
const char* const kHighresEvents =
    "00000001 | 00000000 5a000000 00000000 3b9ac9ff 00000001 00000001 07400407 00000008 00000007";

FetchResult ResultOf(Type type, const std::vector<std::string>& payloads) {
  FetchResult result;
  result.Begin({1, 0});
  result.AddSet(MetricId::Build(1, 1, 1), SetStatus::kValues);
  result.AddInPlace(kSingular, 5);
  result.AddSet(MetricId::Build(29, 0, 1), SetStatus::kValues);
  InstanceId instance = 0;
  for (const std::string& payload : payloads)
    result.AddBytes(instance++, type, RecordBuilder(payload).bytes());
  return result;
}

std::vector<std::uint32_t> Values(const std::vector<MetricId>& metrics) {
  std::vector<std::uint32_t> values;
  for (const MetricId metric : metrics) values.push_back(metric.value);
  return values;
}

TEST(EventParametersTest, AllThatIsInEventsIsFoundOnce) {
  EXPECT_EQ(Values(EventParametersIn(ResultOf(Type::kEvent, {kEvents, kEvents}))),
            (std::vector<std::uint32_t>{0x07400401, 0x07400402}));
  EXPECT_EQ(Values(EventParametersIn(ResultOf(Type::kHighresEvent, {kHighresEvents}))),
            (std::vector<std::uint32_t>{0x07400407}));
}

TEST(EventParametersTest, WhatIsDamagedIsPassedOver) {
  EXPECT_EQ(Values(EventParametersIn(ResultOf(Type::kEvent, {"000000ff 5a00", kEvents}))),
            (std::vector<std::uint32_t>{0x07400401, 0x07400402}));
}

TEST(EventParametersTest, OtherBytesAreNoEvents) {
  EXPECT_TRUE(EventParametersIn(ResultOf(Type::kAggregate, {kEvents})).empty());
  EXPECT_TRUE(EventParametersIn(ResultOf(Type::kEvent, {})).empty());
}

TEST(EventParametersTest, WhatNobodyKnowsHasANameByItsNumber) {
  const RecordedMetric unknown = UnknownParameter(MetricId::Build(29, 0, 14));
  EXPECT_EQ(unknown.names, std::vector<std::string>{"event_param.29.0.14"});
  EXPECT_EQ(unknown.desc.type, Type::kAggregate);
  EXPECT_TRUE(unknown.desc.indom.IsNull());
}

}  // namespace
}  // namespace fdr
