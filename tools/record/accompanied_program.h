// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The program of `fdr record OUT -- PROGRAM ARGUMENT...`: what is recorded as long as it runs.

#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

class AccompaniedProgram {
 public:
  /// The program and its arguments; the program is looked for in PATH.
  explicit AccompaniedProgram(std::vector<std::string> words) : words_(std::move(words)) {}

  /// It has the terminal, the files and the environment of this process.  The error has a status
  /// for the shell: see exit_status().
  Result<void> Start();
  bool is_running() const { return process_ != 0 && !exit_status_; }

  /// Whether it has ended, or could not be started.
  bool HasEnded();
  bool was_started() const { return process_ != 0 || exit_status_; }

  /// Ctrl-C reaches all programs of a terminal's foreground, but kill(1) only this process: then
  /// the program gets that signal, too.
  void PassOn(int signal) const;

  /// After its end, as a shell has it: 128 and the signal, 127 if there is no such program, 126 if
  /// it cannot be run.
  int exit_status() const { return exit_status_.value_or(0); }

 private:
  std::vector<std::string> words_;
  pid_t process_ = 0;
  std::optional<int> exit_status_;
};

}  // namespace fdr::tools
