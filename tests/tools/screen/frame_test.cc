// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/screen/frame.h"

#include <gtest/gtest.h>

namespace fdr::tools {
namespace {

TEST(FrameTest, CutsWhatIsOutside) {
  Frame frame({10, 2}, true);
  EXPECT_EQ(frame.Put(0, 7, "memory"), 10);
  EXPECT_EQ(frame.Put(2, 0, "below"), 0);
  EXPECT_EQ(frame.Put(-1, 0, "above"), 0);
  EXPECT_EQ(frame.Put(1, 0, "disks", Ink::kPlain, 3), 3);
  EXPECT_EQ(frame.Text(0), "       mem");
  EXPECT_EQ(frame.Text(1), "dis");
}

TEST(FrameTest, AWideCharacterTakesTwoPlacesOrNone) {
  Frame frame({4, 1}, true);
  EXPECT_EQ(frame.Put(0, 0, "a\u4e2d\u4e2d"), 3);
  EXPECT_EQ(frame.Text(0), "a\u4e2d");
  EXPECT_EQ(frame.At(0, 2).text, "");
}

TEST(FrameTest, ShowsWhatATerminalWouldObeyAsQuestionMarks) {
  Frame frame({20, 1}, true);
  frame.Put(0, 0, "a\x1b[2Jb\u202ec\xff");
  EXPECT_EQ(frame.Text(0), "a?[2Jb?c?");
  Frame ascii({20, 1}, false);
  ascii.Put(0, 0, "\u00e4b");
  EXPECT_EQ(ascii.Text(0), "?b");
}

TEST(FrameTest, EndsATextAtAColumn) {
  Frame frame({8, 1}, true);
  frame.PutRight(0, 6, "12 %");
  EXPECT_EQ(frame.Text(0), "  12 %");
}

}  // namespace
}  // namespace fdr::tools
