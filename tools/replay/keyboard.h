// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Keys pressed on a terminal, one by one.

#pragma once

#include <termios.h>

#include <chrono>
#include <optional>
#include <string>

namespace fdr::tools {

enum class Key {
  kNone,
  kPause,       ///< space
  kAhead,       ///< right, "."
  kBack,        ///< left, ","
  kReverse,     ///< "r"
  kFaster,      ///< up, "+"
  kSlower,      ///< down, "-"
  kJumpAhead,   ///< page down, "]"
  kJumpBack,    ///< page up, "["
  kNextGap,     ///< "g"
  kLoop,        ///< "l"
  kBookmark,    ///< "m"
  kToBookmark,  ///< "'"
  kQuit,        ///< "q"
};

/// While a Keyboard lives, keys come at once and without an echo.  Only one Keyboard at a time.
class Keyboard {
 public:
  /// Keys come only if `wanted`, if input and output are terminals, and if the process is in the
  /// foreground.
  explicit Keyboard(bool wanted);
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  bool IsThere() const { return before_.has_value(); }

  /// The next key; kNone if the time is up or a signal came.
  Key Wait(std::chrono::duration<double> time);

 private:
  Key TakeKey();

  std::optional<termios> before_;  // of the terminal, to restore them
  termios ours_ = {};
  std::string pressed_;  // received, but not taken
};

}  // namespace fdr::tools
