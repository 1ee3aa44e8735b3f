// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/damage.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fdr/tests/support/record_builder.h"

namespace fdr::test {
namespace {

TEST(DamageTest, TruncatesAtEveryByte) {
  std::vector<std::string> seen;
  ForEachTruncation(RecordBuilder("0a0b0c"), [&](Bytes b) { seen.push_back(ToHex(b)); });
  EXPECT_EQ(seen, (std::vector<std::string>{"", "0a", "0a0b"}));
}

TEST(DamageTest, FlipsEveryBitOnItsOwn) {
  std::vector<std::string> seen;
  ForEachBitFlip(RecordBuilder("00ff"), [&](Bytes b) { seen.push_back(ToHex(b)); });
  EXPECT_EQ(seen, (std::vector<std::string>{"01ff", "02ff", "04ff", "08ff", "10ff", "20ff", "40ff",
                                            "80ff", "00fe", "00fd", "00fb", "00f7", "00ef", "00df",
                                            "00bf", "007f"}));
}

TEST(DamageTest, DoesBoth) {
  int copies = 0;
  ForEachDamage(RecordBuilder("00ff"), [&](Bytes) { ++copies; });
  EXPECT_EQ(copies, 2 + 16);
}

}  // namespace
}  // namespace fdr::test
