// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/accompanied_program.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "fdr/tools/run/started_program.h"

namespace fdr::tools {

Result<void> AccompaniedProgram::Start(EventLoop& loop) {
  constexpr int kNotFound = 127, kCannotRun = 126;
  const Result<pid_t> process = StartProgram({.words = words_, .error = error_});
  if (!process) {
    exit_status_ = process.error().system_error == ENOENT ? kNotFound : kCannotRun;
    return Fail(process.error());
  }
  process_ = *process;
  end_ = local::UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, process_, 0)));
  if (end_.IsOpen()) watch_.emplace(loop, end_.get()).StartWaitToRead([] {});
  return {};
}

bool AccompaniedProgram::HasEnded() {
  if (is_running()) exit_status_ = EndOf(process_);
  return exit_status_.has_value();
}

void AccompaniedProgram::PassOn(int signal) const {
  if (is_running()) ::kill(process_, signal);
}

}  // namespace fdr::tools
