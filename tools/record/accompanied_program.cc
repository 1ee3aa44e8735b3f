// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/accompanied_program.h"

// The header of Debian 12 does not say that these are C functions.
extern "C" {
#include <sys/pidfd.h>
}

#include <cerrno>
#include <chrono>
#include <csignal>

#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/started_program.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr std::chrono::milliseconds kUntilNextLook{250};  // where the kernel has no such files

}  // namespace

void AccompaniedProgram::Start(EventLoop& loop) {
  constexpr int kNoSuchProgram = 127, kCannotRun = 126;
  const Result<pid_t> process = StartProgram({.words = words_, .error = error_});
  if (!process) {
    exit_status_ = process.error().system_error == ENOENT ? kNoSuchProgram : kCannotRun;
    return PrintError(process.error());
  }
  process_ = *process;
  CatchEveryInterrupt();
  end_ = local::UniqueFd(::pidfd_open(process_, 0));
  if (end_.IsOpen()) watch_.emplace(loop, end_.get()).StartWaitToRead([] {});
}

bool AccompaniedProgram::HasEnded() {
  if (is_running()) exit_status_ = EndOf(process_);
  return exit_status_.has_value();
}

bool AccompaniedProgram::TakeEnd() {
  if (is_end_taken_ || !HasEnded()) return false;
  is_end_taken_ = true;
  CatchInterrupts();
  return true;
}

void AccompaniedProgram::PassInterruptOn() {
  if (!Interrupted() || !is_running() || has_passed_signal_) return;
  if (!InterruptIsKey()) {
    ::kill(process_, InterruptSignal());
    has_passed_signal_ = true;
  }
  ForgetInterrupt();
}

void AccompaniedProgram::Wait() {
  if (!was_started()) return PrintError(words_[0] + ": not started: the recording is over");
  while (!HasEnded() && !Interrupted()) {
    WaitForInput(end_.get(), kUntilNextLook);
    PassInterruptOn();
  }
}

int AccompaniedProgram::Outcome(int otherwise) const {
  constexpr int kSignalled = 128;
  if (!was_started()) return kFailed;
  if (is_running()) return kSignalled + InterruptSignal();
  return *exit_status_ != 0 ? *exit_status_ : otherwise;
}

}  // namespace fdr::tools
