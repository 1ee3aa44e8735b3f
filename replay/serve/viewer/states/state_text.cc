// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/states/state_text.h"

#include "fdr/replay/serve/http/digest.h"
#include "fdr/replay/text/utf8.h"

namespace fdr {

StateText StateTextOf(std::string_view text) {
  if (text.size() <= StateText::kLongest) return {std::string(text)};
  std::string_view shown = text.substr(0, StateText::kLongest);
  shown = shown.substr(0, WholeCharacters(shown));
  return {std::string(shown) + "…", Sha1Hex(text)};
}

}  // namespace fdr
