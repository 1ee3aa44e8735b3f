// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/display_text.h"

#include <gtest/gtest.h>

#include <string>

namespace fdr::tools {
namespace {

TEST(DisplayTextTest, OrdinaryCharactersStay) {
  EXPECT_EQ(DisplayText("disk.dev.read[sda]", false), "disk.dev.read[sda]");
  EXPECT_EQ(DisplayText("Gr\u00f6\u00dfe \u20ac \U0001f600", true),
            "Gr\u00f6\u00dfe \u20ac \U0001f600");
  EXPECT_EQ(DisplayText("", true), "");
}

TEST(DisplayTextTest, WhatMovesTheCursorBecomesAQuestionMark) {
  EXPECT_EQ(DisplayText("a\x1b[2Jb\r\n\t\x7f", true), "a?[2Jb????");
  EXPECT_EQ(DisplayText("\u009b2J", true), "?2J") << "a control of one byte in Latin 1";
  EXPECT_EQ(DisplayText("a\u202eb\u200bc\u2066", true), "a?b?c?");
}

TEST(DisplayTextTest, BytesThatAreNotUtf8BecomeQuestionMarks) {
  EXPECT_EQ(DisplayText("a\xff\xc3", true), "a??");
  EXPECT_EQ(DisplayText("\xed\xa0\x80", true), "???") << "a surrogate";
  EXPECT_EQ(DisplayText("\xc0\xaf", true), "??") << "an overlong form";
}

TEST(DisplayTextTest, WithoutUtf8EachOtherCharacterIsOneQuestionMark) {
  EXPECT_EQ(DisplayText("\u20ac 5\xff", false), "? 5?");
}

TEST(DisplayTextTest, WideCharactersTakeTwoColumns) {
  EXPECT_EQ(DisplayWidth(""), 0);
  EXPECT_EQ(DisplayWidth("abc"), 3);
  EXPECT_EQ(DisplayWidth("\u00f6"), 1);
  EXPECT_EQ(DisplayWidth("\u2807\u2502"), 2) << "Braille, a line";
  EXPECT_EQ(DisplayWidth("\u4e2d\u6587"), 4);
  EXPECT_EQ(DisplayWidth("\U0001f600"), 2);
}

TEST(DisplayTextTest, ShortTextsAreNotCut) {
  EXPECT_EQ(CutMiddle("abc", 3, true), "abc");
  EXPECT_EQ(CutMiddle("\u4e2d", 2, true), "\u4e2d");
}

TEST(DisplayTextTest, LongTextsKeepTheirEnds) {
  EXPECT_EQ(CutMiddle("network.interface.in.bytes", 10, false), "netw~bytes");
  EXPECT_EQ(CutMiddle("network.interface.in.bytes", 10, true), "netw\u2026bytes");
  EXPECT_EQ(CutMiddle("abcd", 2, false), "~d");
  EXPECT_EQ(CutMiddle("abcd", 1, false), "~");
}

TEST(DisplayTextTest, ALineMayBeCutAtItsEnd) {
  EXPECT_EQ(CutEnd("abc", 3, true), "abc");
  EXPECT_EQ(CutEnd("abcd", 3, true), "ab\u2026");
  EXPECT_EQ(CutEnd("abcd", 1, false), "~");
  EXPECT_EQ(CutEnd("\u4e2d\u6587\u4e2d", 4, false), "\u4e2d~");
}

TEST(DisplayTextTest, WideCharactersAreNotCutInHalf) {
  for (int width = 1; width < 12; ++width) {
    const std::string cut = CutMiddle("\u4e2d\u6587\u4e2d\u6587x\u4e2d", width, true);
    EXPECT_LE(DisplayWidth(cut), width) << cut;
    EXPECT_GE(DisplayWidth(cut), width - 1) << cut;
    EXPECT_EQ(DisplayText(cut, true), cut);
  }
}

TEST(DisplayText, ANarrowTextGetsBlanks) {
  std::string text;
  AppendLeft("ab", 4, text);
  AppendRight("\u6f22", 3, text += '|');
  AppendRight("wide", 2, text += '|');
  EXPECT_EQ(text, "ab  | \u6f22|wide");
}

}  // namespace
}  // namespace fdr::tools
