// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A line that a user edits: its text, and a cursor between its characters.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fdr::tools {

class EditedLine {
 public:
  const std::string& text() const { return text_; }
  std::string_view before() const { return std::string_view(text_).substr(0, cursor_); }
  std::string_view behind() const { return std::string_view(text_).substr(cursor_); }

  /// Puts the cursor at the end.
  void Set(std::string text);
  /// Inserts whole characters of UTF-8.
  void Insert(std::string_view text);
  /// Replaces what is between this place and the cursor.
  void Replace(std::size_t begin, std::string_view text);

  void GoLeft() { cursor_ = Before(cursor_); }
  void GoRight() { cursor_ = Behind(cursor_); }
  void GoLeftOneWord() { cursor_ = WordBefore(); }
  void GoRightOneWord() { cursor_ = WordBehind(); }
  void GoHome() { cursor_ = 0; }
  void GoToEnd() { cursor_ = text_.size(); }

  void EraseBefore() { Erase(Before(cursor_), cursor_); }
  void EraseBehind() { Erase(cursor_, Behind(cursor_)); }
  // What these erase, InsertErased() inserts again.
  void EraseWordBefore() { Cut(WordBefore(), cursor_); }
  void EraseWordBehind() { Cut(cursor_, WordBehind()); }
  void EraseToStart() { Cut(0, cursor_); }
  void EraseToEnd() { Cut(cursor_, text_.size()); }
  void InsertErased() { Insert(erased_); }

 private:
  std::size_t Before(std::size_t at) const;
  std::size_t Behind(std::size_t at) const;
  std::size_t WordBefore() const;
  std::size_t WordBehind() const;
  void Erase(std::size_t begin, std::size_t end);
  void Cut(std::size_t begin, std::size_t end);

  std::string text_;
  std::size_t cursor_ = 0;
  std::string erased_;
};

}  // namespace fdr::tools
