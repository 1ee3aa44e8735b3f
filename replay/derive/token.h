// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of expressions over metrics.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace fdr {

enum class TokenKind : std::uint8_t {
  kEnd,
  kBad,  ///< not a valid word: the text says why
  kInteger,
  kReal,
  kName,
  kString,    ///< "...": the text between the quotes
  kInstance,  ///< [...]: the text between the brackets
  kPattern,   ///< /.../: a regular expression
  kFunction,  ///< a name and its parenthesis: "sum("
  // Reserved words.
  kTag,  ///< "type", "semantics", ...: of a constant
  kPlus,
  kMinus,
  kStar,
  kSlash,
  kLess,
  kLessEqual,
  kEqual,
  kGreaterEqual,
  kGreater,
  kNotEqual,
  kAnd,
  kOr,
  kNot,
  kQuestion,
  kColon,
  kOpen,
  kClose,
  kComma,
  kAssign,
  kPercent,  ///< only with quantities
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::size_t start = 0;  ///< in the text
  std::string text;       ///< without quotes, brackets, slashes, parenthesis and escapes
};

}  // namespace fdr
