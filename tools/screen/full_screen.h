// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The terminal as a whole: shows pictures, and says which keys were pressed.

#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/tools/screen/frame.h"

namespace fdr::tools {

/// What happened at the keyboard.
struct KeyPress {
  enum class Kind {
    kNothing,  ///< the time is up, or a signal came
    kText,     ///< a character
    kEnter,
    kEscape,
    kErase,
    kTab,
    kUp,
    kDown,
    kLeft,
    kRight,
    kShiftLeft,
    kShiftRight,
    kPageUp,
    kPageDown,
    kHome,
    kEnd,
    kResize,  ///< the terminal has another size now
  };
  Kind kind = Kind::kNothing;
  std::string text;  ///< of kText: one character in UTF-8

  bool Is(std::string_view character) const { return kind == Kind::kText && text == character; }
};

/// From construction to destruction, the terminal shows pictures instead of lines.  One at a time.
class FullScreen {
 public:
  /// kInvalidArgument if standard input or output is no terminal that can show pictures.
  static Result<std::unique_ptr<FullScreen>> Open();
  ~FullScreen();
  FullScreen(const FullScreen&) = delete;
  FullScreen& operator=(const FullScreen&) = delete;

  TerminalSize size() const;
  void Show(const Frame& frame);
  /// The next key press, or kNothing after this time.
  KeyPress Wait(std::chrono::milliseconds time);
  /// Whether a key was pressed that Wait() has not read.
  static bool KeyWaits();

 private:
  FullScreen();

  bool colors_ = false;
};

}  // namespace fdr::tools
