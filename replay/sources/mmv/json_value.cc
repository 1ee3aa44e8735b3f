// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/json_value.h"

#include <algorithm>
#include <cstddef>

namespace fdr::mmv {
namespace {

constexpr int kDeepest = 16;

// Each function takes a part of the text from its front; false if that is something else.
class JsonText {
 public:
  explicit JsonText(std::string_view text) : rest_(text) {}

  bool IsAtEnd() const { return rest_.empty(); }

  bool TakeValue(int depth) {
    SkipBlanks();
    if (rest_.empty() || depth > kDeepest) return false;
    const bool taken = TakeBareValue(depth);
    SkipBlanks();
    return taken;
  }

 private:
  void SkipBlanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
  }

  bool TakeBareValue(int depth) {
    switch (rest_[0]) {
      case '"':
        return TakeString();
      case '[':
        return TakeList(']', depth, false);
      case '{':
        return TakeList('}', depth, true);
      case 't':
        return TakeWord("true");
      case 'f':
        return TakeWord("false");
      case 'n':
        return TakeWord("null");
      default:
        return TakeNumber();
    }
  }

  bool TakeWord(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  bool TakeString() {
    if (!TakeWord("\"")) return false;
    while (!rest_.empty() && rest_[0] != '"') {
      if (static_cast<unsigned char>(rest_[0]) < ' ') return false;
      const std::size_t size = rest_[0] == '\\' ? 2 : 1;
      if (rest_.size() < size) return false;
      rest_.remove_prefix(size);
    }
    return TakeWord("\"");
  }

  bool TakeList(char end, int depth, bool has_names) {
    rest_.remove_prefix(1);
    SkipBlanks();
    const std::string_view closing(&end, 1);
    if (TakeWord(closing)) return true;
    while (true) {
      if (has_names && !TakeName()) return false;
      if (!TakeValue(depth + 1)) return false;
      if (TakeWord(closing)) return true;
      if (!TakeWord(",")) return false;
    }
  }

  bool TakeName() {
    SkipBlanks();
    if (!TakeString()) return false;
    SkipBlanks();
    return TakeWord(":");
  }

  bool TakeDigits() {
    const std::size_t size = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    rest_.remove_prefix(size);
    return size > 0;
  }

  bool TakeNumber() {
    TakeWord("-");
    if (!TakeDigits()) return false;
    if (TakeWord(".") && !TakeDigits()) return false;
    if (!TakeWord("e") && !TakeWord("E")) return true;
    if (!TakeWord("-")) TakeWord("+");
    return TakeDigits();
  }

  std::string_view rest_;
};

}  // namespace

bool IsJson(std::string_view text) {
  JsonText json(text);
  return json.TakeValue(0) && json.IsAtEnd();
}

}  // namespace fdr::mmv
