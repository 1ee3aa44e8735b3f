// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Decides which texts stay, and gives pseudonyms to the others.

#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "fdr/replay/copy/scrub/known_words.h"
#include "fdr/replay/copy/scrub/pseudonyms.h"
#include "fdr/replay/text/ascii.h"

namespace fdr {

/// One thread at a time.
class NameKeeper {
 public:
  explicit NameKeeper(Pseudonyms pseudonyms) : names_(std::move(pseudonyms)) {}

  /// This name never stays, whatever list has it: it is that of the machine.  Case is ignored.
  void Forbid(std::string_view name) {
    if (!name.empty()) forbidden_.insert(ToLower(name));
  }
  bool IsForbidden(std::string_view text) const { return forbidden_.contains(ToLower(text)); }

  /// Whether the text stays, since it is of this list.
  bool Stays(WordList list, std::string_view text) {
    return Stays(IsKnownWord(list, text), text, KeptFor::kKnownWord);
  }
  /// ... since it is harmless: of a plain form (plain_forms.h), or for another reason.
  bool Stays(bool is_harmless, std::string_view text, KeptFor reason = KeptFor::kPlainForm) {
    if (!is_harmless || IsForbidden(text)) return false;
    names_.NoteKept(reason, text);
    return true;
  }

  Pseudonyms& names() { return names_; }
  const Pseudonyms& names() const { return names_; }

 private:
  Pseudonyms names_;
  std::unordered_set<std::string> forbidden_;  // in small letters
};

}  // namespace fdr
