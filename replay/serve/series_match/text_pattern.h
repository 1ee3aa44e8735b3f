// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Patterns that clients of the web server send: regular expressions and globs.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace re2 {
class RE2;
}

namespace fdr {

/// Matching takes time in proportion to the text, and memory within a bound, whatever the pattern.
/// Immutable; any thread.
class TextPattern {
 public:
  /// A regular expression of RE2, which Prometheus uses, too.  kInvalidArgument for one that makes
  /// no sense; kTooLarge for one that would take much memory.
  static Result<TextPattern> Regex(std::string_view text);
  /// A pattern as in the shell: * ? [a-z] [!a-z], and \ before any of these.
  static Result<TextPattern> Glob(std::string_view text);

  TextPattern(TextPattern&&) noexcept;
  TextPattern& operator=(TextPattern&&) noexcept;
  ~TextPattern();

  /// Whether the pattern matches somewhere in the text.
  bool IsIn(std::string_view text) const;
  bool MatchesWhole(std::string_view text) const;

 private:
  explicit TextPattern(std::unique_ptr<re2::RE2> regex);

  std::unique_ptr<re2::RE2> regex_;
};

}  // namespace fdr
