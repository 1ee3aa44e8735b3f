// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The keys of `fdr view`: what each does, and what the help says about it.

#pragma once

#include <string>
#include <vector>

#include "fdr/tools/screen/full_screen.h"

namespace fdr::tools {

class Viewer;

struct ViewKey {
  /// `letter` is the character of a key that has one.
  using Effect = void (*)(Viewer& viewer, char letter);

  std::string shown;  ///< as the help names it; "" if the help leaves it out
  KeyPress::Kind kind = KeyPress::Kind::kText;
  char first = '\0', last = '\0';  ///< of kText: the characters
  Effect obey = nullptr;

  bool Is(const KeyPress& key) const;
};

/// A line of the help: a group of actions begins with one that has no keys.
struct ViewAction {
  std::string what;
  std::vector<ViewKey> keys;
};

/// Null for a key that does nothing.
const ViewKey* FindKey(const std::vector<ViewAction>& actions, const KeyPress& key);

}  // namespace fdr::tools
