// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/text/json_syntax.h"

#include <algorithm>
#include <cstddef>

#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/utf8.h"

namespace fdr {
namespace {

constexpr int kDeepest = 64;

// Each function takes a part of the text from its front; false if that is something else.
class JsonSyntax {
 public:
  explicit JsonSyntax(std::string_view text) : rest_(text) {}

  // With the blanks on both sides.
  bool TakeValue(int depth) {
    SkipBlanks();
    const char first = rest_.empty() ? '\0' : rest_.front();
    const bool is_valid =
        first == '{'   ? TakeObject(depth + 1)
        : first == '[' ? TakeArray(depth + 1)
        : first == '"' ? TakeString()
                       : TakeWord("true") || TakeWord("false") || TakeWord("null") || TakeNumber();
    SkipBlanks();
    return is_valid;
  }
  bool IsAtEnd() const { return rest_.empty(); }

  // The text is an object.
  std::optional<std::string_view> ValueOf(std::string_view name) {
    SkipBlanks();
    Take('{');
    do {
      SkipBlanks();
      const std::string_view quoted = Taken([&] { return TakeString(); });
      SkipBlanks();
      if (quoted.empty() || !Take(':')) break;
      SkipBlanks();
      const std::string_view value = Taken([&] { return TakeValue(0); });
      if (quoted.substr(1, quoted.size() - 2) == name)
        return value.substr(0, value.find_last_not_of(kBlanks) + 1);
    } while (Take(','));
    return std::nullopt;
  }

  // The text is an array.
  std::vector<std::string_view> Elements() {
    std::vector<std::string_view> elements;
    SkipBlanks();
    Take('[');
    do {
      SkipBlanks();
      const std::string_view value = Taken([&] { return TakeValue(0); });
      if (value.empty()) break;
      elements.push_back(value.substr(0, value.find_last_not_of(kBlanks) + 1));
    } while (Take(','));
    return elements;
  }

 private:
  static constexpr std::string_view kBlanks = " \t\r\n";

  // What the function takes; nothing if it fails.
  template <class Take>
  std::string_view Taken(Take take) {
    const std::string_view before = rest_;
    return take() ? before.substr(0, before.size() - rest_.size()) : std::string_view();
  }

  bool TakeObject(int depth) {
    if (depth > kDeepest || !Take('{')) return false;
    SkipBlanks();
    if (Take('}')) return true;
    do {
      SkipBlanks();
      if (!TakeString()) return false;
      SkipBlanks();
      if (!Take(':') || !TakeValue(depth)) return false;
    } while (Take(','));
    return Take('}');
  }
  void SkipBlanks() { rest_.remove_prefix(FirstNot(kBlanks)); }

  bool TakeArray(int depth) {
    if (depth > kDeepest || !Take('[')) return false;
    SkipBlanks();
    if (Take(']')) return true;
    do {
      if (!TakeValue(depth)) return false;
    } while (Take(','));
    return Take(']');
  }

  bool TakeString() {
    if (!Take('"')) return false;
    while (!rest_.empty() && rest_.front() != '"') {
      if (static_cast<unsigned char>(rest_.front()) < ' ') return false;
      if (!Take('\\'))
        rest_.remove_prefix(1);
      else if (!TakeEscaped())
        return false;
    }
    return Take('"');
  }

  bool TakeEscaped() {
    if (Take('u')) {
      if (rest_.size() < 4) return false;
      for (int i = 0; i < 4; ++i)
        if (!IsHexDigit(rest_[static_cast<std::size_t>(i)])) return false;
      rest_.remove_prefix(4);
      return true;
    }
    if (rest_.empty() || std::string_view("\"\\/bfnrt").find(rest_.front()) == rest_.npos)
      return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool TakeNumber() {
    Take('-');
    if (!Take('0') && !TakeDigits()) return false;
    if (Take('.') && !TakeDigits()) return false;
    if (!Take('e') && !Take('E')) return true;
    if (!Take('+')) Take('-');
    return TakeDigits();
  }

  bool TakeDigits() {
    const std::size_t count = FirstNot("0123456789");
    rest_.remove_prefix(count);
    return count > 0;
  }
  bool Take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool TakeWord(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  std::size_t FirstNot(std::string_view characters) const {
    return std::min(rest_.find_first_not_of(characters), rest_.size());
  }
  static bool IsHexDigit(char c) {
    return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }

  std::string_view rest_;
};

}  // namespace

bool IsJson(std::string_view text) {
  JsonSyntax syntax(text);
  return syntax.TakeValue(0) && syntax.IsAtEnd();
}

bool IsJsonObject(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start != text.npos && text[start] == '{' && IsUtf8(text) && IsJson(text);
}

std::optional<std::string_view> JsonMember(std::string_view object, std::string_view name) {
  return JsonSyntax(object).ValueOf(name);
}

std::vector<std::string_view> JsonElements(std::string_view array) {
  const std::size_t start = array.find_first_not_of(" \t\r\n");
  if (start == array.npos || array[start] != '[' || !IsJson(array)) return {};
  return JsonSyntax(array).Elements();
}

}  // namespace fdr
