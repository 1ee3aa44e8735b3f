// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/config/limit.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/error_of.h"

namespace fdr {
namespace {

using test::ErrorOf;
using Kind = RecordingLimit::Kind;

TEST(RecordingLimitTest, ANumberCountsSamples) {
  EXPECT_EQ(ParseRecordingLimit("100"), (RecordingLimit{Kind::kSamples, 100}));
  EXPECT_EQ(ParseRecordingLimit(" +010"), (RecordingLimit{Kind::kSamples, 10}));
}

TEST(RecordingLimitTest, SizesCountBytesInPowersOf1024) {
  struct Case {
    const char* text;
    std::int64_t bytes;
  };
  for (const auto& [text, bytes] :
       {Case{"1b", 1}, Case{"7bytes", 7}, Case{"7Byte", 7}, Case{"100K", 102400},
        Case{"100ks", 102400}, Case{"2kb", 2048}, Case{"2KiB", 2048}, Case{"2Kbyte", 2048},
        Case{"2kibibytes", 2048}, Case{"2Kilobytes", 2048}, Case{"3m", 3 << 20},
        Case{"3Mbs", 3 << 20}, Case{"3MiBs", 3 << 20}, Case{"3megabyte", 3 << 20},
        Case{"3mebibytes", 3 << 20}, Case{"1g", 1 << 30}, Case{"1Gbyte", 1 << 30},
        Case{"1gigabytes", 1 << 30}, Case{"1GIBIBYTE", 1 << 30}})
    EXPECT_EQ(ParseRecordingLimit(text), (RecordingLimit{Kind::kBytes, bytes})) << text;
}

TEST(RecordingLimitTest, AnythingElseIsATime) {
  const std::int64_t second = 1'000'000'000;
  EXPECT_EQ(ParseRecordingLimit("10mins"), (RecordingLimit{Kind::kTime, 600 * second}));
  EXPECT_EQ(ParseRecordingLimit("1.5 hours"), (RecordingLimit{Kind::kTime, 5400 * second}));
  EXPECT_EQ(ParseRecordingLimit("10ms"), (RecordingLimit{Kind::kTime, second / 100}));
  EXPECT_EQ(ParseRecordingLimit("10s"), (RecordingLimit{Kind::kTime, 10 * second}));
  EXPECT_EQ(ParseRecordingLimit("1.5"), (RecordingLimit{Kind::kTime, 3 * second / 2}));
}

TEST(RecordingLimitTest, SaysWhatIsWrong) {
  EXPECT_EQ(ErrorOf(ParseRecordingLimit("0")), "0\n^ -- nothing at all\n");
  EXPECT_EQ(ErrorOf(ParseRecordingLimit("0k")), "0k\n^ -- nothing at all\n");
  EXPECT_EQ(ErrorOf(ParseRecordingLimit("0sec")), "0sec\n^ -- no time at all\n");
  EXPECT_EQ(ErrorOf(ParseRecordingLimit("9223372036854775808")),
            "9223372036854775808\n^ -- too large a number\n");
  EXPECT_EQ(ErrorOf(ParseRecordingLimit("9007199254740992k")),
            "9007199254740992k\n^ -- too large a number\n");
  EXPECT_EQ(ErrorOf(ParseRecordingLimit("9223372036s")), "9223372036s\n^ -- too long a time\n");
  for (const char* text : {"", "k", "k5", "-5", "100 bytess", "10kibis", "1.5k", "5parsecs"})
    EXPECT_NE(ErrorOf(ParseRecordingLimit(text)), "") << text;
}

}  // namespace
}  // namespace fdr
