// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A prompt at a terminal: lines that are edited, repeated from the history, and completed.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/tools/terminal/edited_line.h"
#include "fdr/tools/terminal/typed_key.h"

namespace fdr::tools {

class LineEditor {
 public:
  /// What the line may go on with.
  struct Completion {
    std::size_t begin = 0;           ///< of the word that is completed
    std::vector<std::string> words;  ///< in its place; a word ends unless it ends with a dot
  };
  /// Gets the line up to the cursor.
  using Complete = std::function<Completion(std::string_view line)>;

  LineEditor(std::string prompt, Complete complete)
      : prompt_(std::move(prompt)), complete_(std::move(complete)) {}

  /// Whether standard input and output are a terminal that can do this.
  static bool IsPossible();
  /// The next line; nothing at the end of the input.  Between lines, the terminal is as it was.
  std::optional<std::string> Read();

 private:
  enum class Step { kGoOn, kLine, kEnd };

  Step Do(const TypedKey& key);
  void Edit(const TypedKey& key);
  void GoBack();
  void GoForth();
  void CompleteWord();
  void List(const std::vector<std::string>& words) const;
  void Show() const;
  void Remember();

  std::string prompt_;
  Complete complete_;
  EditedLine line_;
  std::vector<std::string> history_;
  std::size_t place_ = 0;  // in the history; at its end: the new line
  std::string new_line_;   // while an old one is shown
};

}  // namespace fdr::tools
