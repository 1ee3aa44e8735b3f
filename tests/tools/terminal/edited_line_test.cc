// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/edited_line.h"

#include <gtest/gtest.h>

namespace fdr::tools {
namespace {

// With a bar at the cursor.
std::string Shown(const EditedLine& line) {
  return std::string(line.before()) + '|' + std::string(line.behind());
}

TEST(EditedLine, InsertsAtTheCursor) {
  EditedLine line;
  line.Insert("fetch x");
  line.GoLeft();
  line.Insert("ä");
  EXPECT_EQ(Shown(line), "fetch ä|x");
  line.GoLeft();
  EXPECT_EQ(Shown(line), "fetch |äx");
}

TEST(EditedLine, ErasesWholeCharacters) {
  EditedLine line;
  line.Set("aä€");
  line.EraseBefore();
  EXPECT_EQ(Shown(line), "aä|");
  line.GoLeft();
  line.EraseBehind();
  EXPECT_EQ(Shown(line), "a|");
  line.EraseBehind();
  EXPECT_EQ(Shown(line), "a|");
  line.EraseBefore();
  line.EraseBefore();
  EXPECT_EQ(Shown(line), "|");
}

TEST(EditedLine, GoesAndErasesByWords) {
  EditedLine line;
  line.Set("store  a.b 5 ");
  line.GoLeftOneWord();
  EXPECT_EQ(Shown(line), "store  a.b |5 ");
  line.GoLeftOneWord();
  line.GoLeftOneWord();
  line.GoLeftOneWord();
  EXPECT_EQ(Shown(line), "|store  a.b 5 ");
  line.GoRightOneWord();
  EXPECT_EQ(Shown(line), "store|  a.b 5 ");
  line.EraseWordBehind();
  EXPECT_EQ(Shown(line), "store| 5 ");
  line.EraseWordBefore();
  EXPECT_EQ(Shown(line), "| 5 ");
  line.GoToEnd();
  line.GoRightOneWord();
  EXPECT_EQ(Shown(line), " 5 |");
}

TEST(EditedLine, InsertsWhatItHasErasedLast) {
  EditedLine line;
  line.Set("fetch sample.color");
  line.EraseWordBefore();
  line.EraseToStart();
  line.EraseToEnd();  // erases nothing, so nothing is forgotten
  line.InsertErased();
  EXPECT_EQ(Shown(line), "fetch |");
  line.GoHome();
  line.EraseToEnd();
  EXPECT_EQ(Shown(line), "|");
}

TEST(EditedLine, ReplacesTheWordBeforeTheCursor) {
  EditedLine line;
  line.Set("fetch sam rest");
  line.GoLeftOneWord();
  line.GoLeft();
  line.Replace(6, "sample.");
  EXPECT_EQ(Shown(line), "fetch sample.| rest");
}

TEST(EditedLine, HasALimit) {
  EditedLine line;
  line.Insert(std::string(4096, 'x'));
  line.Insert("y");
  EXPECT_EQ(line.text().size(), 4096u);
}

}  // namespace
}  // namespace fdr::tools
