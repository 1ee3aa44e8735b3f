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
  kPause,      ///< space
  kAhead,      ///< right, "."
  kBack,       ///< left, ","
  kReverse,    ///< "r"
  kFaster,     ///< up, "+"
  kSlower,     ///< down, "-"
  kJumpAhead,  ///< page down, "]"
  kJumpBack,   ///< page up, "["
  kQuit,       ///< "q"
};

/// As long as it lives, keys come at once and are not shown.  Only one at a time.
class Keyboard {
 public:
  /// Unless it is wanted, and input and output are a terminal that is ours to use, no key ever
  /// comes.
  explicit Keyboard(bool wanted);
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  bool IsThere() const { return before_.has_value(); }

  /// The next key, or kNone: because the time is up, or a signal came.
  Key Wait(std::chrono::duration<double> time);

 private:
  Key TakeKey();

  std::optional<termios> before_;  // of the terminal, if there is one
  termios ours_ = {};
  std::string pressed_;  // but not taken
};

}  // namespace fdr::tools
