// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_lexer.h"

#include <array>

#include "fdr/replay/rules/rule_keywords.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/values/number.h"

namespace fdr {
namespace {

constexpr std::size_t kMostTokens = 1 << 20;
constexpr std::size_t kLongestNumber = 100;

bool BeginsName(char c) { return IsAlpha(c) || c == '_'; }
bool GoesOnInName(char c) { return BeginsName(c) || IsDigit(c) || c == '.'; }

struct SignSpelling {
  std::string_view text;
  RuleWord word;
  RuleOp op = RuleOp::kNumber;
};

// Longer spellings first.
constexpr std::array<SignSpelling, 25> kSigns = {
    {{"->", RuleWord::kArrow},
     {"..", RuleWord::kDots},
     {"&&", RuleWord::kOperator, RuleOp::kAnd},
     {"||", RuleWord::kOperator, RuleOp::kOr},
     {"==", RuleWord::kOperator, RuleOp::kEqual},
     {"!=", RuleWord::kOperator, RuleOp::kNotEqual},
     {"<=", RuleWord::kOperator, RuleOp::kLessEqual},
     {">=", RuleWord::kOperator, RuleOp::kGreaterEqual},
     {"<", RuleWord::kOperator, RuleOp::kLess},
     {">", RuleWord::kOperator, RuleOp::kGreater},
     {"!", RuleWord::kOperator, RuleOp::kNot},
     {"+", RuleWord::kOperator, RuleOp::kAdd},
     {"-", RuleWord::kOperator, RuleOp::kSubtract},
     {"*", RuleWord::kOperator, RuleOp::kMultiply},
     {"/", RuleWord::kOperator, RuleOp::kDivide},
     {"&", RuleWord::kAmpersand},
     {"|", RuleWord::kBar},
     {"=", RuleWord::kAssign},
     {"(", RuleWord::kOpen},
     {")", RuleWord::kClose},
     {";", RuleWord::kSemicolon},
     {":", RuleWord::kColon},
     {"#", RuleWord::kHash},
     {"@", RuleWord::kAt},
     {"^", RuleWord::kCaret}}};

RuleToken TokenAt(RuleWord word, std::size_t offset) {
  RuleToken token;
  token.word = word;
  token.offset = offset;
  return token;
}

}  // namespace

Result<RuleToken> RuleLexer::Next() {
  while (true) {
    if (const Result<void> skipped = SkipBlanks(); !skipped) return Fail(skipped.error());
    const char c = characters_.Peek();
    if (++tokens_ > kMostTokens)
      return text_.Complain(characters_.offset(), "too many words for a file of rules");
    if (c == '\0') break;
    if (c == '$') {
      Result<RuleToken> number = MacroNumber();
      // The words of a text come next.
      if (!number || number->word != RuleWord::kEnd) return number;
      continue;
    }
    const char second = characters_.PeekSecond();
    if (IsDigit(c) || (c == '.' && IsDigit(second))) return Number();
    if (BeginsName(c)) return Name();
    if (c == '"') return Quoted(c, RuleWord::kString);
    if (c == '\'') return Quoted(c, RuleWord::kName);
    return Sign();
  }
  if (characters_.offset() < text_.text().size())
    return text_.Complain(characters_.offset(), "a NUL character");
  return TokenAt(RuleWord::kEnd, text_.text().size());
}

Result<void> RuleLexer::SkipBlanks() {
  while (true) {
    const char c = characters_.Peek();
    if (IsSpace(c))
      characters_.Skip();
    else if (c != '/' || (characters_.PeekSecond() != '/' && characters_.PeekSecond() != '*'))
      return {};
    else if (const Result<void> skipped = SkipComment(); !skipped)
      return skipped;
  }
}

// "// to the end of the line", or "/* to the next */".
Result<void> RuleLexer::SkipComment() {
  const std::size_t start = characters_.offset();
  characters_.Skip();
  const bool is_line = characters_.Peek() == '/';
  characters_.Skip();
  for (char c = characters_.Peek(); c != '\0'; c = characters_.Peek()) {
    const bool is_end = is_line ? c == '\n' : c == '*' && characters_.PeekSecond() == '/';
    characters_.Skip();
    if (!is_end) continue;
    if (!is_line) characters_.Skip();
    return {};
  }
  if (is_line) return {};
  return text_.Complain(start, "this comment has no end: */ is missing");
}

// Returns kEnd for a macro that is a text.
Result<RuleToken> RuleLexer::MacroNumber() {
  const std::size_t start = characters_.offset();
  const auto operand = characters_.TakeMacro();
  if (!operand) return Fail(operand.error());
  RuleToken token = TokenAt(RuleWord::kEnd, start);
  token.is_plain = false;
  if (operand->number) {
    token.word = RuleWord::kNumber;
    token.number = *operand->number;
  } else if (operand->variable) {
    token.word = RuleWord::kVariable;
    token.variable = *operand->variable;
  }
  return token;
}

// "5", "5.", ".5", "5e-3"; "0..2" are three words.
Result<RuleToken> RuleLexer::Number() {
  RuleToken token = TokenAt(RuleWord::kNumber, characters_.offset());
  const auto take = [&] {
    token.text += characters_.Peek();
    characters_.Skip();
  };
  const auto take_digits = [&] {
    while (IsDigit(characters_.Peek()) && token.text.size() < kLongestNumber) take();
  };
  take_digits();
  if (characters_.Peek() == '.' && characters_.PeekSecond() != '.') take();
  take_digits();
  const char e = characters_.Peek(), next = characters_.PeekSecond();
  if ((e == 'e' || e == 'E') && (IsDigit(next) || next == '-' || next == '+')) {
    take();
    take();
    take_digits();
  }
  const ParsedNumber parsed = ParseNumber(token.text);
  const char behind = characters_.Peek();
  const bool is_two = IsDigit(behind) || (behind == '.' && characters_.PeekSecond() != '.');
  if (parsed.length != token.text.size() || is_two)
    return text_.Complain(token.offset, "this is not a number");
  token.number = parsed.value;
  return token;
}

Result<RuleToken> RuleLexer::Name() {
  RuleToken token = TokenAt(RuleWord::kName, characters_.offset());
  while (true) {
    const char c = characters_.Peek();
    if (c == '$') {
      if (const Result<void> taken = characters_.TakeTextMacro(); !taken)
        return Fail(taken.error());
      continue;
    }
    if (!GoesOnInName(c) || (c == '.' && characters_.PeekSecond() == '.')) break;
    token.text += c;
    characters_.Skip();
  }
  FindKeyword(token);
  return token;
}

Result<RuleToken> RuleLexer::Quoted(char quote, RuleWord word) {
  RuleToken token = TokenAt(word, characters_.offset());
  token.is_plain = false;
  characters_.Skip();
  for (char c = characters_.Peek(); c != quote; c = characters_.Peek()) {
    if (c == '\0')
      return text_.Complain(token.offset, std::string("the closing ") + quote + " is missing");
    if (c == '$') {
      if (const Result<void> taken = characters_.TakeTextMacro(); !taken)
        return Fail(taken.error());
      continue;
    }
    characters_.Skip();
    if (c != '\\') {
      token.text += c;
      continue;
    }
    const Result<char> escaped = Escaped();
    if (!escaped) return Fail(escaped.error());
    token.text += *escaped;
  }
  characters_.Skip();
  return token;
}

Result<char> RuleLexer::Escaped() {
  const char c = characters_.Peek();
  if (c == '\0') return text_.Complain(characters_.offset(), "the file ends within a string");
  characters_.Skip();
  switch (c) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'v':
      return '\v';
    case 'a':
      return '\a';
    default:
      return c;
  }
}

Result<RuleToken> RuleLexer::Sign() {
  RuleToken token = TokenAt(RuleWord::kOperator, characters_.offset());
  const char first = characters_.Peek(), second = characters_.PeekSecond();
  characters_.Skip();
  if (first == '%') {
    while (BeginsName(characters_.Peek())) {
      token.text += characters_.Peek();
      characters_.Skip();
    }
    if (FindShare(token)) return token;
    return text_.Complain(token.offset, "%_inst, %_host or %_sample is expected");
  }
  for (const SignSpelling& sign : kSigns) {
    if (sign.text.front() != first || (sign.text.size() > 1 && sign.text[1] != second)) continue;
    if (sign.text.size() > 1) characters_.Skip();
    token.word = sign.word;
    token.op = sign.op;
    token.text = sign.text;
    return token;
  }
  return text_.Complain(token.offset, "this character has no meaning here");
}

}  // namespace fdr
