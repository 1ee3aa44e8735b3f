// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/escape.h"

#include <gtest/gtest.h>

#include "fdr/replay/text/utf8.h"
#include "fdr/tools/text/screen_codes.h"

namespace fdr::tools {
namespace {

TEST(EscapeTest, WhatTerminalsObeyIsMadePrintable) {
  EXPECT_EQ(Printable("plain \u00e9 \u20ac \U0001f600 text"),
            "plain \u00e9 \u20ac \U0001f600 text");
  EXPECT_EQ(Printable("\x1b[31m\n\t\x7f"), R"(\x1b[31m\x0a\x09\x7f)");
  EXPECT_EQ(Printable(std::string_view("\0", 1)), R"(\x00)");
  EXPECT_EQ(Printable("\u009b31m"), R"(\u009b31m)") << "CSI of the second set of controls";
  EXPECT_EQ(Printable("\u00a0"), "\u00a0") << "no control any more";
  EXPECT_EQ(Printable("\x9b\xff\xe2\x82"), R"(\x9b\xff\xe2\x82)") << "no UTF-8";
  EXPECT_EQ(Printable("a\u202eb\u2066c\u200fd\u061ce\u2028"),
            R"(a\u202eb\u2066c\u200fd\u061ce\u2028)")
      << "the direction of writing, and a separator of lines";
  EXPECT_EQ(Printable("\u200d\u2030\u202f"), "\u200d\u2030\u202f") << "their neighbours";
}

TEST(EscapeTest, LinesKeepTheirEndsAndTabs) {
  EXPECT_EQ(PrintableLines("a\tb\nc\r\n\x1b[1m"), "a\tb\nc\\x0d\n\\x1b[1m");
}

TEST(EscapeTest, ADrawingKeepsSequencesOfItsOwnAndNoOthers) {
  std::string codes;
  for (const std::string_view code : {kReset, kBold, kBoldRed, kEraseLine, kEnterScreen,
                                      kLeaveScreen, kGoToStart, kSeriesColors[7].code})
    codes += std::string(code) + "x\n";
  EXPECT_EQ(PrintableDrawing(codes), codes);
  EXPECT_EQ(PrintableDrawing("\x1b[2J\x1b[35m\x1b]0;t\x07\r\x1b[38;5;33"),
            R"(\x1b[2J\x1b[35m\x1b]0;t\x07\x0d\x1b[38;5;33)");
  EXPECT_EQ(PrintableDrawing("\u202e\x9b"), R"(\u202e\x9b)");
}

TEST(EscapeTest, WhatIsEscapedStaysAsItIs) {
  const std::string once = Printable("\x1b\u202e\xff\\");
  EXPECT_EQ(Printable(once), once);
}

TEST(Utf8Test, ACharacterThatIsNotAllThereIsNoWholeOne) {
  EXPECT_EQ(WholeCharacters(""), 0u);
  EXPECT_EQ(WholeCharacters("abc"), 3u);
  for (const std::string_view character : {"\u00e9", "\u20ac", "\U0001f600"}) {
    const std::string text = "ab" + std::string(character);
    EXPECT_EQ(WholeCharacters(text), text.size());
    for (std::size_t n = 3; n < text.size(); ++n)
      EXPECT_EQ(WholeCharacters(text.substr(0, n)), 2u) << n;
  }
  EXPECT_EQ(WholeCharacters("ab\x80\x80\x80\x80"), 6u) << "no start of one is near";
}

}  // namespace
}  // namespace fdr::tools
