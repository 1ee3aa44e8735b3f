// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs another program on a terminal of its own, with somebody at the keyboard.

#pragma once

#include <sys/types.h>
#include <termios.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/tests/support/child_process.h"

namespace fdr::test {

/// 80 columns, 24 lines.  Any failure to set it up is a failure of the test.
class TerminalChild {
 public:
  /// argv, environment and time_limit, which is for each wait, of the request count.
  explicit TerminalChild(const ChildRequest& request);
  ~TerminalChild();
  TerminalChild(const TerminalChild&) = delete;
  TerminalChild& operator=(const TerminalChild&) = delete;

  void Press(std::string_view keys);
  /// What came on the screen up to and with the text, since the last wait; a failure of the test if
  /// it never comes.
  std::string WaitFor(std::string_view text);
  /// The rest of the screen, and how the program ended.
  ChildOutcome WaitForEnd();

  /// The modes of the terminal as they are.
  termios Modes() const;
  /// As they were before the program began.
  const termios& first_modes() const { return first_modes_; }
  pid_t pid() const { return pid_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool Read(Clock::time_point deadline);

  std::chrono::milliseconds limit_;
  int keyboard_ = -1;  // and screen, as the terminal's other side
  int terminal_ = -1;  // kept open, so that its modes stay
  termios first_modes_ = {};
  pid_t pid_ = -1;
  std::string screen_;  // that nobody waited for yet
};

}  // namespace fdr::test
