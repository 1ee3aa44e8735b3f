// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The table of the viewer's keys, in the order of the help.

#include <fmt/format.h>

#include "fdr/tools/view/viewer.h"

namespace fdr::tools {
namespace {

using Kind = KeyPress::Kind;
using Effect = ViewKey::Effect;

constexpr double kJump = 0.1;  // of the archive
constexpr int kScreenOfRows = 10;

ViewKey Letter(char letter, Effect obey) {
  return {std::string(1, letter), Kind::kText, letter, letter, obey};
}

ViewKey Named(const char* name, Kind kind, Effect obey) { return {name, kind, '\0', '\0', obey}; }

// A key that the help does not name.
ViewKey Silent(ViewKey key) {
  key.shown.clear();
  return key;
}

}  // namespace

std::vector<ViewAction> Viewer::TimeActions() {
  const Effect next = [](Viewer& v, char) { v.Step(Direction::kForward); };
  const Effect last = [](Viewer& v, char) { v.Step(Direction::kBackward); };
  const Effect play = [](Viewer& v, char) { v.motion_.PlayOrPause(Clock::now()); };
  return {
      {"Time", {}},
      {"the next sample",
       {Named("right", Kind::kRight, next), Letter('.', next), Letter('t', next)}},
      {"the sample before",
       {Named("left", Kind::kLeft, last), Letter(',', last), Letter('T', last)}},
      {"a tenth of the archive later, earlier",
       {Letter(']', [](Viewer& v, char) { v.GoTo(v.tape_.Ahead(kJump)); }),
        Letter('[', [](Viewer& v, char) { v.GoTo(v.tape_.Ahead(-kJump)); })}},
      {"the first sample; the last one, also while the archive grows",
       {Named("home", Kind::kHome, [](Viewer& v, char) { v.GoTo(v.tape_.start()); }),
        Named("end", Kind::kEnd, [](Viewer& v, char) { v.GoToEnd(); })}},
      {"go to a time", {Letter('b', [](Viewer& v, char) { v.Ask(Prompt::Question::kTime); })}},
      {"play and pause",
       {{"space", Kind::kText, ' ', ' ', play}, Letter('z', play), Silent(Letter('Z', play))}},
      {"turn the direction; double and halve the speed",
       {Letter('r', [](Viewer& v, char) { v.motion_.Turn(); }),
        Letter('+', [](Viewer& v, char) { v.motion_.MultiplySpeed(2); }),
        Letter('-', [](Viewer& v, char) { v.motion_.MultiplySpeed(0.5); })}},
      {"play again and again", {Letter('l', [](Viewer& v, char) { v.ToggleLoop(); })}},
      {"set or remove a bookmark; go to the next one",
       {Letter('m', [](Viewer& v, char) { v.ToggleBookmark(); }),
        Letter('\'', [](Viewer& v, char) { v.GoToBookmark(); })}},
      {"what was unusual: the worst stretch, then the next one",
       {Letter('!', [](Viewer& v, char) { v.GoToFinding(); })}},
      {"mark a stretch: what was used in it; the unusual stretch",
       {Letter('x', [](Viewer& v, char) { v.ToggleStretch(); }),
        Letter('X', [](Viewer& v, char) { v.MarkFinding(); })}},
      {"the next interruption of the recording, the one before",
       {Letter('g', [](Viewer& v, char) { v.GoToGap(Direction::kForward); }),
        Letter('G', [](Viewer& v, char) { v.GoToGap(Direction::kBackward); })}},
      {"find a sample where an expression is true; the next, the last one",
       {Letter('w', [](Viewer& v, char) { v.Ask(Prompt::Question::kCondition); }),
        Letter('n', [](Viewer& v, char) { v.Find(Direction::kForward); }),
        Letter('N', [](Viewer& v, char) { v.Find(Direction::kBackward); })}},
  };
}

std::vector<ViewAction> Viewer::RowActions() {
  const Effect left = [](Viewer& v, char) { v.page().table().MoveSideways(-1); };
  const Effect right = [](Viewer& v, char) { v.page().table().MoveSideways(1); };
  const Effect choose = [](Viewer& v, char key) {
    if (const auto page = PageWithKey(key)) v.ChoosePage(*page);
  };
  return {
      {"Pages and rows", {}},
      {"choose a page, the next page",
       {{"0-9 u f", Kind::kText, '0', '9', choose},
        Silent(Letter('u', choose)),
        Silent(Letter('f', choose)),
        Named("tab", Kind::kTab,
              [](Viewer& v, char) { v.ChoosePage((v.page_ + 1) % v.pages_.size()); })}},
      {"choose a row; page up and page down go faster",
       {Named("up", Kind::kUp, [](Viewer& v, char) { v.page().table().MoveChoice(-1); }),
        Named("down", Kind::kDown, [](Viewer& v, char) { v.page().table().MoveChoice(1); }),
        Named("", Kind::kPageUp,
              [](Viewer& v, char) { v.page().table().MoveChoice(-kScreenOfRows); }),
        Named("", Kind::kPageDown,
              [](Viewer& v, char) { v.page().table().MoveChoice(kScreenOfRows); })}},
      {"sort by the column before, by the next one; turn the order",
       {Letter('<', [](Viewer& v, char) { v.page().table().MoveSort(-1); }),
        Letter('>', [](Viewer& v, char) { v.page().table().MoveSort(1); }),
        Letter('s', [](Viewer& v, char) { v.page().table().Turn(); })}},
      {"the columns that did not fit, and back; also shift right and left",
       {Letter(')', right), Letter('(', left), Named("", Kind::kShiftRight, right),
        Named("", Kind::kShiftLeft, left)}},
      {"show only rows with a text; escape shows all again",
       {Letter('/', [](Viewer& v, char) { v.Ask(Prompt::Question::kFilter); })}},
      {"a chart of the sorted column: of the chosen row, of all rows, none",
       {Letter('c', [](Viewer& v, char) { v.ChangeChart(); })}},
      {"all metrics of the chosen row; escape goes back",
       {Named("enter", Kind::kEnter, [](Viewer& v, char) { v.ShowChosen(); }),
        Named("", Kind::kEscape, [](Viewer& v, char) { v.GoBack(); })}},
  };
}

const std::vector<ViewAction>& Viewer::Actions() {
  static const std::vector<ViewAction> actions = [] {
    std::vector<ViewAction> all = TimeActions();
    for (ViewAction& action : RowActions()) all.push_back(std::move(action));
    const Effect help = [](Viewer& v, char) { v.helps_ = true; };
    all.push_back({"More", {}});
    all.push_back({"this help; quit",
                   {Letter('?', help), Silent(Letter('h', help)),
                    Letter('q', [](Viewer& v, char) { v.quit_ = true; })}});
    return all;
  }();
  return actions;
}

}  // namespace fdr::tools
