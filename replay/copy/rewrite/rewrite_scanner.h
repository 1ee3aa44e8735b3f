// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of a file of rewriting rules.  What a word is depends on what is expected, so the
// parser asks for it.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/replay/rules/rule_text.h"

namespace fdr {

/// Borrows the text.  Each Take...() skips blanks and comments, and takes nothing if something else
/// follows.
class RewriteScanner {
 public:
  explicit RewriteScanner(const RuleText& text) : text_(text), rest_(text.text()) { SkipBlanks(); }

  bool AtEnd() const { return at_ == rest_.size(); }
  /// The place of the next word.
  std::size_t offset() const { return at_; }

  /// A sign such as "->".
  bool Sees(std::string_view sign) const { return rest_.substr(at_).starts_with(sign); }
  bool Take(std::string_view sign);
  /// A letter or a digit.
  bool SeesWord() const;
  /// A word in small letters; the file may have it in any case.
  bool TakeKeyword(std::string_view keyword);
  /// A letter, then letters, digits, and any of "_.-=": the name of a metric.
  std::optional<std::string> TakeName();
  /// Letters, digits, and any of "_.-": the name of a host.
  std::optional<std::string> TakeHost();
  /// Digits.  Larger numbers become the largest one.
  std::optional<std::uint64_t> TakeNumber();
  /// A digit, or a point, ... up to the next blank or sign: the fraction, without the point.
  std::optional<std::string> TakeFraction();
  /// A part of an identifier: "." and a number, or "*", without blanks.
  bool SeesDot() const { return at_ < rest_.size() && rest_[at_] == '.'; }
  void SkipDot() { ++at_; }
  bool TakeStar();

  enum class Quotes : std::uint8_t {
    kPlain,    ///< "...", on one line, without escapes
    kText,     ///< \" and \\ stand for " and \, and the text may have several lines
    kJson,     ///< the same, but escapes stay
    kPattern,  ///< the same as kPlain, or /.../ with \/ for /
  };
  bool SeesString(Quotes quotes = Quotes::kPlain) const;
  /// The text between the quotes.  An error if there is no closing one.
  Result<std::string> TakeString(Quotes quotes = Quotes::kPlain);

  tl::unexpected<Error> Complain(std::string_view complaint) const {
    return text_.Complain(at_, complaint);
  }
  tl::unexpected<Error> ComplainAt(std::size_t offset, std::string_view complaint) const {
    return text_.Complain(offset, complaint);
  }

 private:
  void SkipBlanks();
  std::string_view Word(bool with_equals) const;

  const RuleText& text_;
  std::string_view rest_;
  std::size_t at_ = 0;
};

}  // namespace fdr
