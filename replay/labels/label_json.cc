// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/labels/label_json.h"

#include <algorithm>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

enum class LabelStatus { kFine, kBrokenOff, kWrong };

bool IsLabelName(std::string_view name) {
  return !name.empty() && IsAlpha(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return IsAlpha(c) || IsDigit(c) || c == '_' || c == '.'; });
}

class LabelParser {
 public:
  explicit LabelParser(std::string_view text) : size_(text.size()), rest_(text) {}

  LabelStatus Parse() {
    const LabelStatus status = Token('{');
    if (status != LabelStatus::kFine) return status;
    if (const LabelStatus members = Members({}); members != LabelStatus::kFine) return members;
    SkipSpace();
    return rest_.empty() ? LabelStatus::kFine : LabelStatus::kWrong;
  }
  std::vector<JsonLabel>& labels() { return labels_; }

 private:
  void SkipSpace() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n\r"), rest_.size()));
  }
  // 0 at the end.
  char Peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  LabelStatus Unexpected() const {
    return rest_.empty() ? LabelStatus::kBrokenOff : LabelStatus::kWrong;
  }
  char Take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }
  LabelStatus Token(char c) {
    SkipSpace();
    if (Peek() != c || rest_.empty()) return Unexpected();
    Take();
    return LabelStatus::kFine;
  }

  // After the brace.  `outer` is empty, or the label that contains these members.
  LabelStatus Members(std::string_view outer) {
    SkipSpace();
    if (Peek() == '}') {
      Take();
      if (!outer.empty()) Add(outer, {}, "{}");
      return LabelStatus::kFine;
    }
    for (;;) {
      if (const LabelStatus status = Member(outer); status != LabelStatus::kFine) return status;
      SkipSpace();
      if (Peek() == '}') {
        Take();
        return LabelStatus::kFine;
      }
      if (const LabelStatus status = Token(','); status != LabelStatus::kFine) return status;
    }
  }

  LabelStatus Member(std::string_view outer) {
    std::string quoted;
    SkipSpace();
    const std::size_t name_at = Place() + 1;  // behind the quote
    if (const LabelStatus status = String(quoted); status != LabelStatus::kFine) return status;
    const std::string_view name = std::string_view(quoted).substr(1, quoted.size() - 2);
    if (!IsLabelName(name)) return LabelStatus::kWrong;
    if (const LabelStatus status = Token(':'); status != LabelStatus::kFine) return status;
    SkipSpace();
    if (Peek() == '{' && outer.empty()) {
      Take();
      return Members(name);
    }
    std::string value;
    const std::size_t value_at = Place();
    const LabelStatus status = Peek() == '[' ? Array(value) : Primitive(value);
    if (status != LabelStatus::kFine) return status;
    Add(outer, name, std::move(value));
    labels_.back().name_at = name_at;
    labels_.back().value_at = value_at;
    return status;
  }

  void Add(std::string_view outer, std::string_view inner, std::string value) {
    JsonLabel& label = labels_.emplace_back();
    label.name = outer;
    if (!outer.empty() && !inner.empty()) label.name += '.';
    label.name += inner;
    label.value = std::move(value);
    label.is_compound = !outer.empty() && !inner.empty();
    label.compared = inner.empty() ? outer.size() : inner.size();
  }

  LabelStatus Array(std::string& value) {
    value += Take();
    SkipSpace();
    if (Peek() == ']') {
      value += Take();
      return LabelStatus::kFine;
    }
    for (;;) {
      SkipSpace();
      if (const LabelStatus status = Primitive(value); status != LabelStatus::kFine) return status;
      SkipSpace();
      if (Peek() != ']' && Peek() != ',') return Unexpected();
      value += Take();
      if (value.back() == ']') return LabelStatus::kFine;
    }
  }

  LabelStatus Primitive(std::string& value) {
    if (Peek() == '"') return String(value);
    if (Peek() == '-' || IsDigit(Peek())) return Number(value);
    for (const std::string_view word : {"true", "false", "null"}) {
      if (Peek() != word.front()) continue;
      const std::string_view here = rest_.substr(0, word.size());
      if (here != word.substr(0, here.size())) return LabelStatus::kWrong;
      rest_.remove_prefix(here.size());
      value += here;
      return EndOfWord();
    }
    return Unexpected();
  }

  // A word or a number ends at the first other character.
  LabelStatus EndOfWord() const {
    if (rest_.empty()) return LabelStatus::kBrokenOff;
    return std::string_view(" \t\n\r,]}").find(Peek()) != std::string_view::npos
               ? LabelStatus::kFine
               : LabelStatus::kWrong;
  }

  LabelStatus Number(std::string& value) {
    if (Peek() == '-') value += Take();
    if (Peek() == '0') {
      value += Take();
    } else if (const LabelStatus status = Digits(value); status != LabelStatus::kFine) {
      return status;
    }
    if (Peek() == '.') {
      value += Take();
      if (const LabelStatus status = Digits(value); status != LabelStatus::kFine) return status;
    }
    if (Peek() == 'e' || Peek() == 'E') {
      value += Take();
      if (Peek() == '+' || Peek() == '-') value += Take();
      if (const LabelStatus status = Digits(value); status != LabelStatus::kFine) return status;
    }
    return EndOfWord();
  }

  LabelStatus Digits(std::string& value) {
    if (!IsDigit(Peek())) return Unexpected();
    while (IsDigit(Peek())) value += Take();
    return LabelStatus::kFine;
  }

  // Takes a string with its quotes, unchanged.
  LabelStatus String(std::string& value) {
    if (Peek() != '"') return Unexpected();
    value += Take();
    while (!rest_.empty()) {
      const char c = Take();
      value += c;
      if (c == '"') return LabelStatus::kFine;
      if (static_cast<unsigned char>(c) < ' ') return LabelStatus::kWrong;
      if (c != '\\') continue;
      if (rest_.empty()) break;
      if (std::string_view("\"\\/bfnrtu").find(Peek()) == std::string_view::npos)
        return LabelStatus::kWrong;
      value += Take();
    }
    return LabelStatus::kBrokenOff;
  }

  std::size_t Place() const { return size_ - rest_.size(); }

  std::size_t size_;
  std::string_view rest_;
  std::vector<JsonLabel> labels_;
};

}  // namespace

bool HaveSameName(const JsonLabel& a, const JsonLabel& b) {
  if (a.is_compound == b.is_compound) return a.name == b.name;
  return a.compared == b.compared && a.name.compare(0, a.compared, b.name, 0, b.compared) == 0;
}

std::optional<std::vector<JsonLabel>> ParseLabels(std::string_view text) {
  LabelParser parser(text);
  if (parser.Parse() == LabelStatus::kWrong) return std::nullopt;
  std::vector<JsonLabel> labels = std::move(parser.labels());
  std::stable_sort(labels.begin(), labels.end(),
                   [](const JsonLabel& a, const JsonLabel& b) { return a.name < b.name; });
  if (std::adjacent_find(labels.begin(), labels.end(), HaveSameName) != labels.end())
    return std::nullopt;
  return labels;
}

}  // namespace fdr
