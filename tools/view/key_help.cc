// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/key_help.h"

namespace fdr::tools {
namespace {

std::string NamesOf(const ViewAction& action) {
  std::string names;
  for (const ViewKey& key : action.keys)
    if (!key.shown.empty()) names += (names.empty() ? "" : "  ") + key.shown;
  return names;
}

}  // namespace

void DrawKeyHelp(const std::vector<ViewAction>& actions, Frame& frame) {
  constexpr int kWhatColumn = 16;
  // A small screen has room for the keys.
  const bool has_titles = frame.height() > static_cast<int>(actions.size());
  int line = 0;
  for (const ViewAction& action : actions) {
    if (action.keys.empty() && !has_titles) continue;
    if (action.keys.empty()) {
      if (line > 0 && frame.height() > static_cast<int>(actions.size()) + 4) ++line;
      frame.Put(line++, 0, action.what, Ink::kTitle);
      continue;
    }
    frame.Put(line, 2, NamesOf(action), Ink::kStrong);
    frame.Put(line++, kWhatColumn, action.what);
  }
  frame.Put(frame.height() - 1, 0, "Any key goes back", Ink::kFaint);
}

}  // namespace fdr::tools
