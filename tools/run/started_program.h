// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Starts other programs, never through a shell.  They find the signals and the limits as this
// process was given them.

#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

struct ProgramRequest {
  std::vector<std::string> words;  ///< the program, which is looked for in PATH, and its arguments
  /// As NAME=VALUE; default: that of this process.
  std::optional<std::vector<std::string>> environment = {};
  int input = -1, output = -1, error = -1;  ///< instead of the standard files of this process
  bool has_own_group = false;               ///< the keys of the terminal do not reach it
};

/// The process, which the caller waits for.  The error has the errno.
Result<pid_t> StartProgram(const ProgramRequest& request);

/// Before this process becomes another program.
void ResetForProgram();

/// Waits for its end.
void WaitForEnd(pid_t process);

/// If it has ended, its status as a shell has it: 128 and the signal that ended it.  255 if that is
/// unknown.
std::optional<int> EndOf(pid_t process);

}  // namespace fdr::tools
