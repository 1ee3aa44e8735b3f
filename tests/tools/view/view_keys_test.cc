// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "fdr/tools/view/viewer.h"

namespace fdr::tools {
namespace {

using Kind = KeyPress::Kind;

// How many keys of the table are this one.
int CountOf(const KeyPress& press) {
  int count = 0;
  for (const ViewAction& action : Viewer::Actions())
    for (const ViewKey& key : action.keys)
      if (key.Is(press)) ++count;
  return count;
}

TEST(ViewKeysTest, NoKeyHasTwoCommands) {
  for (char letter = ' '; letter <= '~'; ++letter)
    EXPECT_LE(CountOf({Kind::kText, std::string(1, letter)}), 1) << letter;
  for (const Kind kind : {Kind::kEnter, Kind::kEscape, Kind::kTab, Kind::kUp, Kind::kDown,
                          Kind::kLeft, Kind::kRight, Kind::kShiftLeft, Kind::kShiftRight,
                          Kind::kPageUp, Kind::kPageDown, Kind::kHome, Kind::kEnd})
    EXPECT_EQ(CountOf({kind, ""}), 1) << static_cast<int>(kind);
  EXPECT_EQ(CountOf({Kind::kErase, ""}), 0);
  EXPECT_EQ(CountOf({Kind::kText, "\xc3\xa9"}), 0);
  for (const char page : std::string("1234567890"))
    EXPECT_EQ(CountOf({Kind::kText, std::string(1, page)}), 1) << "there are ten pages";
}

TEST(ViewKeysTest, TheHelpNamesAKeyOfEachCommand) {
  std::size_t groups = 0;
  for (const ViewAction& action : Viewer::Actions()) {
    EXPECT_FALSE(action.what.empty());
    if (action.keys.empty())
      ++groups;
    else
      EXPECT_FALSE(action.keys.front().shown.empty()) << action.what;
  }
  EXPECT_EQ(groups, 3u);
}

}  // namespace
}  // namespace fdr::tools
