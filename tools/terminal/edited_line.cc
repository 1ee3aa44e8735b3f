// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/edited_line.h"

#include <utility>

#include "fdr/replay/text/utf8.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kLongestLine = 4096;  // as of terminals that edit by themselves
constexpr std::string_view kBetweenWords = " \t";

}  // namespace

void EditedLine::Set(std::string text) {
  text_ = std::move(text);
  cursor_ = text_.size();
}

void EditedLine::Insert(std::string_view text) {
  if (text_.size() + text.size() > kLongestLine) return;
  text_.insert(cursor_, text);
  cursor_ += text.size();
}

void EditedLine::Replace(std::size_t begin, std::string_view text) {
  Erase(begin, cursor_);
  Insert(text);
}

std::size_t EditedLine::Before(std::size_t at) const {
  if (at == 0) return 0;
  for (--at; at > 0 && ContinuesCharacter(text_[at]);) --at;
  return at;
}

std::size_t EditedLine::Behind(std::size_t at) const {
  if (at == text_.size()) return at;
  for (++at; at < text_.size() && ContinuesCharacter(text_[at]);) ++at;
  return at;
}

std::size_t EditedLine::WordBefore() const {
  const std::size_t last = before().find_last_not_of(kBetweenWords);
  if (last == std::string_view::npos) return 0;
  const std::size_t blank = before().find_last_of(kBetweenWords, last);
  return blank == std::string_view::npos ? 0 : blank + 1;
}

std::size_t EditedLine::WordBehind() const {
  const std::size_t first = text_.find_first_not_of(kBetweenWords, cursor_);
  const std::size_t end = text_.find_first_of(kBetweenWords, first);
  return end == std::string::npos ? text_.size() : end;
}

void EditedLine::Erase(std::size_t begin, std::size_t end) {
  text_.erase(begin, end - begin);
  cursor_ = begin;
}

void EditedLine::Cut(std::size_t begin, std::size_t end) {
  if (begin == end) return;
  erased_ = text_.substr(begin, end - begin);
  Erase(begin, end);
}

}  // namespace fdr::tools
