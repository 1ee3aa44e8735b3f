// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/access/access_words.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

using WordKind = AccessWord::Kind;

bool IsSign(char c) { return std::string_view("[]{}:;,").find(c) != std::string_view::npos; }
bool EndsWord(char c) { return IsSpace(c) || IsSign(c) || c == '"' || c == '#'; }

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// "[access]", with blanks and a comment.
bool BeginsSection(std::string_view line) {
  line = Trimmed(line.substr(0, line.find('#')));
  if (!line.starts_with('[') || !line.ends_with(']')) return false;
  return ToLower(Trimmed(line.substr(1, line.size() - 2))) == "access";
}

}  // namespace

bool AccessWord::IsKeyword(std::string_view word) const {
  return kind == WordKind::kWord && ToLower(text) == word;
}

bool HasAccessSection(std::string_view text) {
  return std::ranges::any_of(LinesOf(text), BeginsSection);
}

AccessWords::AccessWords(std::string_view text, std::string file)
    : file_(std::move(file)), lines_(LinesOf(text)) {
  const auto section = std::ranges::find_if(lines_, BeginsSection);
  if (section != lines_.end()) line_ = static_cast<std::size_t>(section - lines_.begin()) + 1;
}

bool AccessWords::SkipBlanks() {
  for (; line_ < lines_.size(); ++line_, column_ = 0) {
    column_ += CountBlanks(lines_[line_].substr(column_));
    if (column_ < lines_[line_].size() && lines_[line_][column_] != '#') return true;
  }
  return false;
}

AccessWord AccessWords::Take(WordKind kind, std::size_t length) {
  const AccessWord word{kind, lines_[line_].substr(column_, length), line_, column_};
  column_ += length;
  return word;
}

Result<AccessWord> AccessWords::Next() {
  if (!SkipBlanks()) return AccessWord{WordKind::kEnd, {}, line_, 0};
  const std::string_view rest = lines_[line_].substr(column_);
  if (IsSign(rest[0])) return Take(WordKind::kSign, 1);
  if (rest[0] != '"') {
    const auto end = std::ranges::find_if(rest, EndsWord);
    return Take(WordKind::kWord, static_cast<std::size_t>(end - rest.begin()));
  }
  const std::size_t end = rest.find('"', 1);
  if (end == std::string_view::npos)
    return Fail(Complain({WordKind::kQuoted, rest, line_, column_}, "this quote does not end"));
  AccessWord word = Take(WordKind::kQuoted, end + 1);
  word.text = word.text.substr(1, end - 1);
  return word;
}

TextPlace AccessWords::PlaceOf(const AccessWord& word) const {
  const std::size_t last = std::max<std::size_t>(lines_.size(), 1);
  return {file_, static_cast<std::uint32_t>(std::min(word.line + 1, last))};
}

Error AccessWords::Complain(const AccessWord& word, std::string_view complaint) const {
  const bool at_end = word.line >= lines_.size();
  if (at_end && lines_.empty()) return ErrorAt(PlaceOf(word), "", 0, complaint);
  const std::string_view line = at_end ? lines_.back() : lines_[word.line];
  return ErrorAt(PlaceOf(word), line, at_end ? line.size() : word.column, complaint);
}

}  // namespace fdr
