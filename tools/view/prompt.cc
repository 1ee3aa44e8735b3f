// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/prompt.h"

#include "fdr/replay/text/utf8.h"

namespace fdr::tools {

std::string Prompt::Line() const {
  switch (question_) {
    case Question::kNone:
      return "";
    case Question::kFilter:
      return "Rows with: " + text_;
    case Question::kTime:
      return "Go to (14:30, -5m, 10m): " + text_;
    case Question::kCondition:
      return "Find where (kernel.all.load > 2): " + text_;
  }
  return "";
}

bool Prompt::Take(const KeyPress& key) {
  constexpr std::size_t kLongest = 500;
  if (key.kind == KeyPress::Kind::kText && text_.size() < kLongest) {
    text_ += key.text;
    return true;
  }
  if (key.kind != KeyPress::Kind::kErase || text_.empty()) return false;
  // The last character: its continuation bytes, and its first byte.
  while (text_.size() > 1 && ContinuesCharacter(text_.back())) text_.pop_back();
  text_.pop_back();
  return true;
}

}  // namespace fdr::tools
