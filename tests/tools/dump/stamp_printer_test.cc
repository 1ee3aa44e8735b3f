// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/stamp_printer.h"

#include <gtest/gtest.h>

#include "fdr/tests/tools/captured_output.h"

namespace fdr::tools {
namespace {

using test::CapturedOutput;

constexpr Timestamp kStart = {1'700'000'000, 250'000'999};
constexpr Timestamp kStamp = {1'700'000'001, 500'000'123};

std::string Stamp(Version version, int detail, Timestamp stamp = kStamp) {
  CapturedOutput output;
  StampPrinter(Zone(), version, detail, kStart).Append(stamp, output.out());
  return output.Take();
}

TEST(StampPrinterTest, EachDetailAddsSomething) {
  EXPECT_EQ(Stamp(Version::k2, 0), "22:13:21.500000");
  EXPECT_EQ(Stamp(Version::k3, 0), "22:13:21.500000123");
  EXPECT_EQ(Stamp(Version::k3, 1), "Tue Nov 14 22:13:21.500000123 2023");
  EXPECT_EQ(Stamp(Version::k3, 2), "Tue Nov 14 22:13:21.500000123 2023 (1.249999124)");
  EXPECT_EQ(Stamp(Version::k2, 3), "Tue Nov 14 22:13:21.500000 2023 (1.250000) 1700000001");
  EXPECT_EQ(Stamp(Version::k2, 4), Stamp(Version::k2, 3));
}

TEST(StampPrinterTest, WhatIsNoFractionOfASecondIsShownAsItIs) {
  EXPECT_EQ(Stamp(Version::k2, 0, {1'700'000'000, 1'000'001'000}), "22:13:20.1000001");
}

TEST(StampPrinterTest, LabelsAreAlwaysDated) {
  CapturedOutput output;
  StampPrinter(Zone(), Version::k2, 0, kStart).AppendInLabel(kStamp, output.out());
  EXPECT_EQ(output.Take(), "Tue Nov 14 22:13:21.500000 2023");
  StampPrinter(Zone(), Version::k2, 3, kStart).AppendInLabel(kStamp, output.out());
  EXPECT_EQ(output.Take(), "Tue Nov 14 22:13:21.500000 2023 1700000001");
}

TEST(StampPrinterTest, EventsHaveTheirOwnResolution) {
  CapturedOutput output;
  StampPrinter plain(Zone(), Version::k3, 0, kStart), detailed(Zone(), Version::k3, 3, kStart);
  plain.AppendOfEvent(kStamp, false, output.out());
  EXPECT_EQ(output.Take(), "22:13:21.500000");
  plain.AppendOfEvent(kStamp, true, output.out());
  EXPECT_EQ(output.Take(), "22:13:21.500000123");
  detailed.AppendOfEvent({1'700'000'001, 500'000'000}, false, output.out());
  EXPECT_EQ(output.Take(), "Tue Nov 14 22:13:21.500000 2023 (1.250000)");
  detailed.AppendOfEvent(kStamp, true, output.out());
  EXPECT_EQ(output.Take(), "22:13:21.500000123");
}

TEST(StampPrinterTest, TheReverseNoteHasWholeSeconds) {
  CapturedOutput output;
  StampPrinter(Zone::FromTz("AEST-10"), Version::k3, 0, kStart)
      .AppendWholeSeconds(kStamp, output.out());
  EXPECT_EQ(output.Take(), "Wed Nov 15 08:13:21 2023");
}

}  // namespace
}  // namespace fdr::tools
