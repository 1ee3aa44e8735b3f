// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The program of `fdr record OUT -- PROGRAM ARGUMENT...`, which is recorded as long as it runs.

#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/sources/net/file_watch.h"
#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr::tools {

class AccompaniedProgram {
 public:
  /// The program, which is looked for in PATH, and its arguments.  `error`: its standard error; -1
  /// for that of this process.
  AccompaniedProgram(std::vector<std::string> words, int error)
      : words_(std::move(words)), error_(error) {}

  const std::string& name() const { return words_[0]; }

  /// It has the terminal and the environment of this process.  Its end wakes the loop.
  Result<void> Start(EventLoop& loop);
  bool is_running() const { return process_ != 0 && !exit_status_; }
  bool was_started() const { return process_ != 0 || exit_status_; }

  /// Whether it has ended, or could not be started.
  bool HasEnded();
  /// Readable at its end; -1 where the kernel has no such files.
  int end() const { return end_.get(); }

  /// Sends it the signal that this process got.
  void PassOn(int signal) const;

  /// After its end, as a shell has it: 128 and the signal, 127 if there is no such program, 126 if
  /// it cannot be run.
  int exit_status() const { return exit_status_.value_or(0); }

 private:
  std::vector<std::string> words_;
  int error_;
  pid_t process_ = 0;
  local::UniqueFd end_;
  std::optional<FileWatch> watch_;  // of that file
  std::optional<int> exit_status_;
};

}  // namespace fdr::tools
