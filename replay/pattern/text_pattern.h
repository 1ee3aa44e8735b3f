// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Patterns that users and clients send: regular expressions and globs.  No other file knows RE2.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"

namespace re2 {
class RE2;
}

namespace fdr {

/// Matching takes time in proportion to the text, and memory within a bound, whatever the pattern.
/// An immutable value; any thread.
class TextPattern {
 public:
  /// A regular expression of RE2, which Prometheus uses, too.  kInvalidArgument for one that makes
  /// no sense; kTooLarge for one that would take much memory.
  static Result<TextPattern> Regex(std::string_view text);
  /// An extended regular expression of POSIX, which PCP uses.  If there are several matches at one
  /// place, the longest counts.  Texts are bytes, as in the C locale.  kInvalidArgument with the
  /// words of the C library, and for back references; kTooLarge as above.
  static Result<TextPattern> Posix(std::string_view text);
  /// A pattern as in the shell: * ? [a-z] [!a-z], and \ before any of these.
  static Result<TextPattern> Glob(std::string_view text);

  /// Whether the pattern matches somewhere in the text.
  bool IsIn(std::string_view text) const;
  bool MatchesWhole(std::string_view text) const;

  /// What the groups of the pattern match where it IsIn() the text, with blanks between them;
  /// without groups, what the pattern matches.  Nothing if it does not match.
  std::optional<std::string> Captured(std::string_view text) const;

  /// The number of groups of the pattern.
  int groups() const;
  /// What the pattern matches first in the text, and behind it what each of its groups does: empty
  /// for a branch that was not taken.  Borrows from the text.
  std::optional<std::vector<std::string_view>> Match(std::string_view text) const;

 private:
  explicit TextPattern(std::shared_ptr<const re2::RE2> regex);

  std::shared_ptr<const re2::RE2> regex_;
};

}  // namespace fdr
