// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/tzif.h"

#include <gtest/gtest.h>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/source/plain_file.h"

namespace fdr {
namespace {

std::vector<std::byte> Content(const std::string& path) {
  const auto file = OpenPlainFile(path);
  EXPECT_TRUE(file) << path;
  std::vector<std::byte> bytes((*file)->size());
  EXPECT_EQ((*file)->ReadAt(0, bytes), bytes.size());
  return bytes;
}

constexpr std::size_t kVersionByte = 4;

TEST(TzifTest, ReadsAnInstalledZone) {
  const auto zone = ReadTzif("/usr/share/zoneinfo/Europe/Berlin");
  ASSERT_TRUE(zone) << zone.error().Message();
  EXPECT_GT(zone->changes.size(), 100u);
  EXPECT_EQ(zone->types.front().abbreviation, "LMT");
  ASSERT_TRUE(zone->tail);
  EXPECT_EQ(zone->tail->daylight().abbreviation, "CEST");
}

TEST(TzifTest, TheFirstVersionHasOnly32BitsAndNoRuleForLater) {
  std::vector<std::byte> bytes = Content("/usr/share/zoneinfo/Europe/Berlin");
  bytes[kVersionByte] = std::byte{0};
  const auto zone = DecodeTzif(bytes);
  ASSERT_TRUE(zone);
  EXPECT_GE(zone->changes.front().sec, INT32_MIN);
  EXPECT_FALSE(zone->tail);
}

TEST(TzifTest, LeapSecondsAreNotSupported) {
  const auto zone = ReadTzif("/usr/share/zoneinfo/right/Europe/Berlin");
  ASSERT_FALSE(zone);
  EXPECT_EQ(zone.error().code, Errc::kUnsupportedFeature);
}

TEST(TzifTest, WhatIsNoZoneFileIsRefused) {
  EXPECT_EQ(ReadTzif("/nonexistent").error().code, Errc::kNotFound);
  EXPECT_EQ(ReadTzif("/usr/share/zoneinfo").error().code, Errc::kIo);
  EXPECT_EQ(ReadTzif("/usr/share/zoneinfo/tzdata.zi").error().code, Errc::kBadLabel);
}

TEST(TzifTest, EveryTruncationIsReportedOrLosesOnlyTheTail) {
  const std::vector<std::byte> bytes = Content("/usr/share/zoneinfo/Europe/Berlin");
  const auto whole = DecodeTzif(bytes);
  ASSERT_TRUE(whole);
  int without_tail = 0;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto zone = DecodeTzif(Bytes(bytes).first(size));
    if (!zone) continue;
    EXPECT_EQ(zone->changes.size(), whole->changes.size()) << size;
    ++without_tail;
  }
  EXPECT_LT(without_tail, 40);
}

TEST(TzifTest, DamagedBytesNeverDoHarm) {
  const std::vector<std::byte> bytes = Content("/usr/share/zoneinfo/Europe/Berlin");
  int refused = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::vector<std::byte> damaged = bytes;
    damaged[at] ^= std::byte{0x81};
    const auto zone = DecodeTzif(damaged);
    if (!zone)
      ++refused;
    else if (zone->tail)
      zone->tail->SpanAt(1'000'000'000);
  }
  EXPECT_GT(refused, 100);
}

TEST(TzifTest, NeedsAtLeastOneType) {
  ByteBuffer bytes;
  ByteWriter out(bytes);
  out.U32(0x545a6966);
  for (int i = 0; i < 10; ++i) out.U32(0);
  const auto zone = DecodeTzif(bytes);
  ASSERT_FALSE(zone);
  EXPECT_EQ(zone.error().code, Errc::kCorruptRecord);
}

}  // namespace
}  // namespace fdr
