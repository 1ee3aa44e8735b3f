// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/config/tokens.h"

#include <algorithm>
#include <string>

#include "fdr/replay/preprocessor/preprocessor.h"
#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

using Kind = ConfigToken::Kind;

bool IsWordCharacter(char c) { return IsAlpha(c) || IsDigit(c) || c == '_' || c == '.'; }
bool IsHostCharacter(char c) { return IsWordCharacter(c) || c == '-' || c == ':' || c == '*'; }
bool IsPathCharacter(char c) { return !IsSpace(c) && c != ',' && c != ';'; }
bool IsPunctuation(char c) { return std::string_view("[]{},:;").find(c) != std::string_view::npos; }

template <class Predicate>
std::size_t LengthOf(std::string_view text, Predicate belongs) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, belongs) - text.begin());
}

/// The length of the host in "fe80::1:all" and "localhost:".
std::size_t HostLength(std::string_view word, std::string_view behind) {
  const std::size_t colon = word.rfind(':');
  if (colon == std::string_view::npos) return word.size();
  const std::string_view last = word.substr(colon + 1);
  if (last.empty()) {
    const bool another = behind.substr(CountBlanks(behind)).starts_with(':');
    return another ? word.size() : colon;
  }
  for (const std::string_view operation : {"all", "advisory", "mandatory", "enquire"})
    if (last == operation) return colon;
  return word.size();
}

}  // namespace

bool ConfigTokens::SkipBlanks() {
  glued_ = column_ > 0;
  for (; line_ < text_.lines.size(); ++line_, column_ = 0, glued_ = false) {
    const std::size_t blanks = CountBlanks(Line().substr(column_));
    if (blanks > 0) glued_ = false;
    column_ += blanks;
    if (column_ < Line().size() && Line()[column_] != '#') return true;
  }
  return false;
}

ConfigToken ConfigTokens::Take(Kind kind, std::size_t length) {
  ConfigToken token{kind, Line().substr(column_, length), line_, column_, glued_};
  column_ += length;
  return token;
}

Result<ConfigToken> ConfigTokens::Next() {
  if (!SkipBlanks()) return ConfigToken{Kind::kEnd, {}, line_, 0, false};
  const std::string_view rest = Line().substr(column_);
  if (IsAlpha(rest[0])) return Take(Kind::kWord, LengthOf(rest, IsWordCharacter));
  if (IsDigit(rest[0])) return Take(Kind::kNumber, LengthOf(rest, IsDigit));
  if (IsPunctuation(rest[0])) return Take(Kind::kPunctuation, 1);
  const ConfigToken here{Kind::kEnd, {}, line_, column_, false};
  if (rest[0] != '"') return Fail(Complain(here, "a character that means nothing here"));
  const std::size_t end = rest.find('"', 1);
  if (end == std::string_view::npos) return Fail(Complain(here, "this string does not end"));
  if (end == 1) return Fail(Complain(here, "a string with nothing in it"));
  ConfigToken token = Take(Kind::kString, end + 1);
  token.text = token.text.substr(1, end - 1);
  return token;
}

Result<ConfigToken> ConfigTokens::NextHost() {
  if (!SkipBlanks()) return Next();
  const std::string_view rest = Line().substr(column_);
  const bool is_path = rest.starts_with("unix:") || rest.starts_with("local:");
  const std::size_t length =
      is_path ? LengthOf(rest, IsPathCharacter) : LengthOf(rest, IsHostCharacter);
  if (length == 0) return Next();
  const std::size_t host = HostLength(rest.substr(0, length), rest.substr(length));
  return host == 0 ? Next() : Take(Kind::kWord, host);
}

Error ConfigTokens::Complain(const ConfigToken& token, std::string_view complaint) const {
  if (text_.lines.empty())
    return ErrorAt({text_.files.empty() ? std::string() : text_.files[0], 1}, "", 0, complaint);
  const bool at_end = token.line >= text_.lines.size();
  const PreprocessedText::Line& line = at_end ? text_.lines.back() : text_.lines[token.line];
  const std::string_view text = text_.TextOf(line);
  return ErrorAt(text_.PlaceOf(line), text, at_end ? text.size() : token.column, complaint);
}

}  // namespace fdr
