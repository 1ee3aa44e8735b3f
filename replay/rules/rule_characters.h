// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The characters of a file of rules: the texts of macros stand in the places of their names.
//
//     disks = "disk.dev";  $disks.read       d i s k . d e v . r e a d

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/rules/rule_macros.h"
#include "fdr/replay/rules/rule_text.h"

namespace fdr {

/// Borrows both.  Macros may be added on the way.
class RuleCharacters {
 public:
  RuleCharacters(const RuleText& text, const RuleMacros& macros)
      : text_(text), macros_(macros), frames_{{nullptr, text.text(), 0}} {}

  /// The next character; 0 at the end.  A dollar sign is what it is.
  char Peek();
  /// The character behind it, if both are of one text.
  char PeekSecond();
  /// Where the next character, or the macro that it is from, stands in the file.
  std::size_t offset() const { return frames_.size() > 1 ? outer_ : frames_.front().at; }
  void Skip() { ++frames_.back().at; }

  /// At a dollar sign: takes the name of a macro.  Returns its number or its variable.  The
  /// characters of a text are the next ones, and there is nothing to return.
  struct Operand {
    std::optional<double> number;
    std::optional<RuleVariable> variable;
  };
  Result<Operand> TakeMacro();
  /// The same where only texts make sense.
  Result<void> TakeTextMacro();

 private:
  struct Frame {
    std::shared_ptr<const std::string> owner;  // of a macro's text
    std::string_view text;
    std::size_t at;
  };

  void DropEmptyFrames();
  Result<Operand> Expand(const std::string& name, std::size_t at);

  const RuleText& text_;
  const RuleMacros& macros_;
  std::vector<Frame> frames_;  // the file, and the macros in each other
  std::size_t outer_ = 0;      // of the outermost macro
  std::uint64_t expanded_ = 0;
};

}  // namespace fdr
