// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The line in which the reader of a full screen types an answer.

#pragma once

#include <string>

#include "fdr/tools/screen/full_screen.h"

namespace fdr::tools {

class Prompt {
 public:
  enum class Question {
    kNone,
    kFilter,     ///< which rows
    kTime,       ///< where to go
    kCondition,  ///< what to look for
  };

  void Open(Question question, std::string text = "") {
    question_ = question;
    text_ = std::move(text);
  }
  void Close() { question_ = Question::kNone; }
  bool IsOpen() const { return question_ != Question::kNone; }
  Question question() const { return question_; }
  const std::string& text() const { return text_; }
  /// "Go to: 14:3"
  std::string Line() const;

  /// Takes a key.  True if the text has changed.
  bool Take(const KeyPress& key);

 private:
  Question question_ = Question::kNone;
  std::string text_;
};

}  // namespace fdr::tools
