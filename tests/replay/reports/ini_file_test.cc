// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/reports/ini_file.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

class IniFileTest : public testing::Test {
 protected:
  std::vector<IniSection> Parse(std::string_view text) {
    complaints_.clear();
    return ParseIni(text, "f", [this](const TextPlace& place, const std::string& what) {
      complaints_ += place.Text() + ": " + what + '\n';
    });
  }

  // "[section] key=value key=value"
  std::string Show(std::string_view text) {
    std::string shown;
    for (const IniSection& section : Parse(text)) {
      shown += '[' + section.name + ']';
      for (const IniEntry& entry : section.entries) shown += ' ' + entry.key + '=' + entry.value;
    }
    return shown;
  }

  std::string complaints_;
};

TEST_F(IniFileTest, SectionsHaveKeysAndValues) {
  EXPECT_EQ(Show("[a]\nx = 1\n y : 2 ; z\n\n[b] junk\r\nc.d=\"  e\"\r\n"),
            "[a] x=1 y : 2 ; z[b] c.d=\"  e\"");
  EXPECT_EQ(complaints_, "");
}

TEST_F(IniFileTest, CommentsAreLinesOfTheirOwn) {
  EXPECT_EQ(Show("# a\n; b\n[s]\n  # c\nx = 1 # d\n"), "[s] x=1 # d");
}

TEST_F(IniFileTest, ValuesGoOnInLinesThatAreIndentedDeeper) {
  EXPECT_EQ(Show("[s]\nx =\n  1 +\n # comment\n\n  2\ny = 3\n  z = 4\nw = 5"),
            "[s] x=1 + 2 y=3 z = 4 w=5");
}

TEST_F(IniFileTest, AnEntryMayBeIndented) {
  EXPECT_EQ(Show("[s]\n  x = 1\n  y = 2\n"), "[s] x=1 y=2");
}

TEST_F(IniFileTest, TheCommentDirectlyAboveASectionBelongsToIt) {
  const auto sections =
      Parse("# far\n\n# near\n#  and more\n[a]\n# away\n#\n[b]\nx=1\n# of c\n[c]\n");
  ASSERT_EQ(sections.size(), 3u);
  EXPECT_EQ(sections[0].comment, "near and more");
  EXPECT_EQ(sections[1].comment, "");
  EXPECT_EQ(sections[2].comment, "of c");
  EXPECT_EQ(sections[2].place.line, 11u);
}

TEST_F(IniFileTest, PercentSignsAreDoubledAndNameOtherKeys) {
  EXPECT_EQ(Show("[s]\nx = 5\ny = %%a %(x)s %(z)s %H\n"), "[s] x=5 y=%a 5 %(z)s %H");
  EXPECT_EQ(complaints_, "");
}

TEST_F(IniFileTest, AValueThatContainsItselfIsLeftOut) {
  EXPECT_EQ(Show("[s]\nx = %(y)s\ny = %(x)s\nz = 1\n"), "[s] z=1");
  EXPECT_EQ(complaints_,
            "f:2: the value of \"x\" is left out: it is too long, or contains itself\n"
            "f:3: the value of \"y\" is left out: it is too long, or contains itself\n");
}

TEST_F(IniFileTest, ValuesThatMultiplyAreBounded) {
  std::string text = "[s]\na0 = " + std::string(1000, 'x') + "\n";
  for (int i = 1; i < 10; ++i) {
    text += "a" + std::to_string(i) + " =";
    for (int k = 0; k < 100; ++k) text += " %(a" + std::to_string(i - 1) + ")s";
    text += '\n';
  }
  for (const IniSection& section : Parse(text))
    for (const IniEntry& entry : section.entries) EXPECT_LE(entry.value.size(), 200'000u);
  EXPECT_NE(complaints_, "");
}

TEST_F(IniFileTest, EmptyValuesThatMultiplyAreBounded) {
  std::string text = "[s]\n";
  for (int i = 0; i < 10; ++i) {
    text += "k" + std::to_string(i) + " =";
    for (int k = 0; k < 12; ++k) text += " %(k" + std::to_string(i + 1) + ")s";
    text += '\n';
  }
  Parse(text + "k10 =\n");
  EXPECT_NE(complaints_, "");
}

TEST_F(IniFileTest, AValueThatIsTooLongIsLeftOut) {
  const std::string half(40'000, 'x');
  EXPECT_EQ(Show("[s]\na = " + half + half + "\nb = " + half + "\n  " + half + "\nc = 1\n"),
            "[s] c=1");
  EXPECT_EQ(complaints_,
            "f:2: the value of \"a\" is left out: it is too long, or contains itself\n"
            "f:3: the value of \"b\" is left out: it is too long, or contains itself\n");
}

TEST_F(IniFileTest, DefaultsThatWouldFillTheMemoryAreLeftOut) {
  std::string text = "[DEFAULT]\nx = " + std::string(60'000, 'x') + '\n';
  for (int i = 0; i < 1000; ++i) text += "[s" + std::to_string(i) + "]\n";
  for (const IniSection& section : Parse(text)) EXPECT_TRUE(section.entries.empty());
  EXPECT_EQ(complaints_, "f:1: [DEFAULT] is left out: it is too large for so many sections\n");
}

TEST_F(IniFileTest, ValuesThatWouldFillTheMemoryTogetherAreLeftOut) {
  std::string text = "[s]\nbig = " + std::string(60'000, 'x') + '\n';
  for (int i = 0; i < 1000; ++i) text += "k" + std::to_string(i) + " = %(big)s\n";
  const auto sections = Parse(text + "last = 1\n");
  ASSERT_EQ(sections.size(), 1u);
  std::size_t bytes = 0;
  for (const IniEntry& entry : sections[0].entries) bytes += entry.value.size();
  EXPECT_GT(bytes, 10'000'000u);
  EXPECT_LT(bytes, 17'000'000u);
  EXPECT_EQ(sections[0].entries.back().key, "last");
  EXPECT_EQ(complaints_,
            "f:282: values with a percent sign are left out from here on: together they are too "
            "long\n");
}

TEST_F(IniFileTest, DefaultsAreInAllSections) {
  EXPECT_EQ(Show("[DEFAULT]\nx = 1\ny = 2\n[a]\ny = 3\n[b]\n"), "[a] x=1 y=3[b] x=1 y=2");
}

TEST_F(IniFileTest, TheLastOfEqualKeysCounts) {
  EXPECT_EQ(Show("[a]\nx = 1\ny = 2\nx = 3\n[b]\n[a]\nz = 4\n"), "[a] x=3 y=2 z=4[b]");
  EXPECT_EQ(complaints_,
            "f:4: \"x\" replaces the one in line 2\n"
            "f:6: [a] goes on; it began in line 1\n");
}

TEST_F(IniFileTest, LinesThatMakeNoSenseAreReportedAndSkipped) {
  EXPECT_EQ(Show("x = 1\n[a\n[]\n[s]\nword\n= 2\nx = 3\n"), "[s] x=3");
  EXPECT_EQ(complaints_,
            "f:1: a line before the first [section]\n"
            "f:2: not the name of a section in brackets, as in [vmstat]\n"
            "f:3: not the name of a section in brackets, as in [vmstat]\n"
            "f:5: not a key and a value, as in width = 8\n"
            "f:6: not a key and a value, as in width = 8\n");
}

}  // namespace
}  // namespace fdr
