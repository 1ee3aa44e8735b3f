// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lines of text in columns, aligned for a terminal or as a table of Markdown.  All texts must be
// fit for a terminal (escape.h).

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fdr::tools {

struct GridColumn {
  std::string group = {};  ///< a title above neighbours with the same group; "" for none
  std::vector<std::string> head = {};  ///< lines of the head; as many as other columns have
  bool is_left = false;                ///< aligned left
  std::size_t width = 0;               ///< at least; grows as lines are considered
  std::size_t limit = 0;               ///< longer texts are cut; 0: no limit
};

struct GridLook {
  bool markdown = false;
  bool color = false;
  bool utf8 = false;
  std::size_t width = 0;  ///< of the screen: further columns are left out; 0: no limit
  std::string gap = "  ";
};

class TextGrid {
 public:
  TextGrid(std::vector<GridColumn> columns, GridLook look);

  /// The width of the screen, for the next Fit().
  void SetWidth(std::size_t width) { look_.width = width; }
  /// Replaces the head of a column.
  void SetHead(std::size_t column, std::string group, std::vector<std::string> head);
  /// Makes columns as wide as these texts.
  void Consider(std::span<const std::string> texts);

  /// Chooses the columns that fit, for the lines up to the next head.  Returns how many do not fit.
  std::size_t Fit();
  /// Returns the number of lines.
  int AppendHead(std::string& out) const;
  void AppendLine(std::span<const std::string> texts, std::string& out) const;
  /// A line without columns.
  void AppendNote(std::string_view text, std::string& out) const;

 private:
  void WidenForHeads();
  void AppendMarkdownHead(std::string& out) const;
  void AppendGroups(std::string& out) const;
  void AppendAligned(std::span<const std::string> texts, std::string& out) const;
  // On a screen, a long title leaves room for other columns.
  std::string Title(const GridColumn& column) const;
  std::string Cut(const GridColumn& column, const std::string& text) const;

  std::vector<GridColumn> columns_;
  GridLook look_;
  std::size_t fitting_ = 0;  // columns
};

}  // namespace fdr::tools
