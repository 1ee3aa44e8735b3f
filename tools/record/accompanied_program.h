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

  /// It has the terminal and the environment of this process.  From now on its end wakes the loop,
  /// and no second signal ends this process.  Says why it cannot be started.
  void Start(EventLoop& loop);
  bool was_started() const { return process_ != 0 || exit_status_; }

  /// It has ended, or could not be started: true once.
  bool TakeEnd();

  /// Sends it the signal that this process got, which is forgotten then: so it ends, and with it
  /// the recording.  The terminal sends those of its keys to both.  It may ignore a signal: the
  /// next one is for this process.
  void PassInterruptOn();

  /// Until its end, or until the signal that is for this process.
  void Wait();

  /// As a shell has it: 128 and the signal, 127 if there is no such program, 126 if it cannot be
  /// run.  `otherwise`: if there is nothing to say of it.
  int Outcome(int otherwise) const;

 private:
  bool is_running() const { return process_ != 0 && !exit_status_; }
  bool HasEnded();

  std::vector<std::string> words_;
  int error_;
  pid_t process_ = 0;
  local::UniqueFd end_;             // readable then
  std::optional<FileWatch> watch_;  // of that file
  std::optional<int> exit_status_;
  bool is_end_taken_ = false;
  bool has_passed_signal_ = false;
};

}  // namespace fdr::tools
