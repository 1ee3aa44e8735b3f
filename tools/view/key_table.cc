// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/key_table.h"

namespace fdr::tools {

bool ViewKey::Is(const KeyPress& key) const {
  if (key.kind != kind) return false;
  if (kind != KeyPress::Kind::kText) return true;
  return key.text.size() == 1 && first <= key.text[0] && key.text[0] <= last;
}

const ViewKey* FindKey(const std::vector<ViewAction>& actions, const KeyPress& key) {
  for (const ViewAction& action : actions)
    for (const ViewKey& known : action.keys)
      if (known.Is(key)) return &known;
  return nullptr;
}

}  // namespace fdr::tools
