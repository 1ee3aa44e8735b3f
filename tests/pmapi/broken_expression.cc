// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/broken_expression.h"

#include <cctype>
#include <vector>

namespace fdr::test {
namespace {

const std::vector<std::string> kWords = {
    "a",          "b.c",        "1",         "2.5",        ".",        "5.5.5",    "4294967296",
    "(",          ")",          "+",         "-",          "*",        "/",        "<",
    "<=",         "==",         "!=",        ">=",         "!",        "?",        ":",
    ",",          "=",          "&&",        "||",         "&",        "[i]",      "[",
    "\"s\"",      "\"",         "sum(",      "avg(",       "count(",   "delta(",   "rate(",
    "instant(",   "#",          "min(",      "max(",       "scalar(",  "defined(", "rescale(",
    "matchinst(", "/x/",        "!/x/",      "type",       "mkconst(", "units",    "foo(",
    "anon(",      "PM_TYPE_32", "\"Kbyte\"", "\"parsec\"", "_"};

bool IsPartOfWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_';
}

// Splits a text before each name or number and before each other character.  A parenthesis stays
// with the name in front of it.
std::vector<std::string> Split(const std::string& text) {
  std::vector<std::string> words;
  bool in_word = false;
  for (const char c : text) {
    const bool goes_on = in_word && (IsPartOfWord(c) || c == '(');
    if (goes_on)
      words.back() += c;
    else
      words.emplace_back(1, c);
    in_word = IsPartOfWord(c);
  }
  return words;
}

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word;
  return text;
}

}  // namespace

std::string Broken(const std::string& expression, Dice& dice) {
  std::vector<std::string> words = Split(expression);
  const auto place = words.begin() + static_cast<std::ptrdiff_t>(dice.Below(words.size()));
  switch (dice.Below(4)) {
    case 0:
      words.erase(place);
      break;
    case 1:
      *place = dice.Pick(kWords);
      break;
    case 2:
      words.insert(place, " " + dice.Pick(kWords) + " ");
      break;
    default:
      words.erase(place + 1, words.end());
  }
  const std::string text = Joined(words);
  return text.empty() ? expression : text;
}

std::string WordSalad(Dice& dice) {
  std::string salad = dice.Pick(kWords);
  for (std::uint64_t more = dice.Below(6); more > 0; --more)
    salad += (dice.OneIn(4) ? "" : " ") + dice.Pick(kWords);
  return salad;
}

}  // namespace fdr::test
