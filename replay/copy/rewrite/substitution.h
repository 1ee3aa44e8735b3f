// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A pattern and its replacement, as in sed:  /^sd([a-z])/ -> "disk-\1"
//
// The first match in a text is replaced.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/pattern/text_pattern.h"

namespace fdr {

/// An immutable value.
class Substitution {
 public:
  /// The pattern is an extended regular expression of POSIX.  In the replacement, & and \0 are the
  /// match, \1 to \9 its groups, and \ quotes the next character.  kInvalidArgument or kTooLarge
  /// for what makes no sense.
  static Result<Substitution> Make(std::string_view pattern, std::string_view replacement);

  /// Texts do not become longer than this.
  static constexpr std::size_t kLongest = std::size_t{1} << 20;

  /// Replaces the match in the text; false if there is none.  kTooLarge for a result that is too
  /// long.
  Result<bool> Apply(std::string& text) const;

 private:
  // A text as it is, or a group.
  struct Part {
    std::string text;
    int group = -1;
  };

  Substitution(TextPattern pattern, std::vector<Part> parts)
      : pattern_(std::move(pattern)), parts_(std::move(parts)) {}

  TextPattern pattern_;
  std::vector<Part> parts_;
};

}  // namespace fdr
