// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/key_help.h"

#include <array>

namespace fdr::tools {
namespace {

struct KeyLine {
  const char* keys;  // "" for the title of a group
  const char* what;
};

constexpr std::array kKeys = {
    KeyLine{"", "Time"},
    KeyLine{"right  .  t", "the next sample"},
    KeyLine{"left  ,  T", "the sample before"},
    KeyLine{"]  [", "a tenth of the archive later, earlier"},
    KeyLine{"home  end", "the first sample; the last one, also while the archive grows"},
    KeyLine{"b", "go to a time"},
    KeyLine{"space  z", "play and pause"},
    KeyLine{"r  +  -", "turn the direction; double and halve the speed"},
    KeyLine{"l", "play again and again"},
    KeyLine{"m  '", "set or remove a bookmark; go to the next one"},
    KeyLine{"g  G", "the next interruption of the recording, the one before"},
    KeyLine{"w  n  N", "find a sample where an expression is true; the next, the last one"},
    KeyLine{"", "Pages and rows"},
    KeyLine{"1 to 8  tab", "choose a page, the next page"},
    KeyLine{"up  down", "choose a row; page up and page down go faster"},
    KeyLine{"<  >  s", "sort by the column before, by the next one; turn the order"},
    KeyLine{")  (", "the columns that did not fit, and back; also shift right and left"},
    KeyLine{"/", "show only rows with a text; escape shows all again"},
    KeyLine{"c", "a chart of the sorted column: of the chosen row, of all rows, none"},
    KeyLine{"enter", "all metrics of the chosen row; escape goes back"},
    KeyLine{"", "More"},
    KeyLine{"?  q", "this help; quit"},
};

}  // namespace

void DrawKeyHelp(Frame& frame) {
  constexpr int kWhatColumn = 16;
  int line = 0;
  for (const KeyLine& key : kKeys) {
    if (*key.keys == '\0') {
      if (line > 0 && frame.height() > static_cast<int>(kKeys.size()) + 4) ++line;
      frame.Put(line++, 0, key.what, Ink::kTitle);
      continue;
    }
    frame.Put(line, 2, key.keys, Ink::kStrong);
    frame.Put(line++, kWhatColumn, key.what);
  }
  frame.Put(frame.height() - 1, 0, "Any key goes back", Ink::kFaint);
}

}  // namespace fdr::tools
