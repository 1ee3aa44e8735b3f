// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs another program on its own terminal, with a keyboard that the test controls.

#pragma once

#include <sys/types.h>
#include <termios.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/screen_text.h"

namespace fdr::test {

/// The terminal has 80 columns and 24 lines.  If it cannot be set up, the test fails.
class TerminalChild {
 public:
  /// Uses only argv, environment and time_limit of the request.  The limit is for each wait.
  explicit TerminalChild(const ChildRequest& request);
  ~TerminalChild();
  TerminalChild(const TerminalChild&) = delete;
  TerminalChild& operator=(const TerminalChild&) = delete;

  void Press(std::string_view keys);
  /// Makes the terminal larger or smaller, as a user does with its window.
  void Resize(unsigned short columns, unsigned short lines);
  /// Waits for the text.  Returns the screen output since the last wait, up to the end of the text.
  /// If the text does not come, the test fails.
  std::string WaitFor(std::string_view text);
  /// The same for a program that draws on the whole screen of a vt100: waits until the screen shows
  /// the text.  Returns the screen.  Not together with WaitFor().
  std::string WaitUntilShown(std::string_view text);
  /// Waits for the end of the program.  Returns the rest of the screen output, and how the program
  /// ended.
  ChildOutcome WaitForEnd();

  /// The current modes of the terminal.
  termios Modes() const;
  /// The modes before the program began.
  const termios& first_modes() const { return first_modes_; }
  pid_t pid() const { return pid_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool Read(Clock::time_point deadline);

  std::chrono::milliseconds limit_;
  int keyboard_ = -1;  // and the screen: the other side of the terminal
  int terminal_ = -1;  // kept open, so that the modes stay
  termios first_modes_ = {};
  pid_t pid_ = -1;
  std::string screen_;  // the output after the last wait
  ScreenText picture_;  // for WaitUntilShown()
};

}  // namespace fdr::test
