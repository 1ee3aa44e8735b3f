// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/local/storm.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

namespace fdr::test {
namespace {

pid_t Run(std::vector<std::string> arguments, int in, int out) {
  const pid_t pid = fork();
  if (pid != 0) return pid;
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  arguments.insert(arguments.begin(), FDR_STORM_PROGRAM);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  execv(FDR_STORM_PROGRAM, pointers.data());
  _exit(1);
}

void Finish(pid_t pid) {
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
}

}  // namespace

Storm::Storm(const StormKind& kind) {
  int orders[2], answers[2];
  if (pipe2(orders, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0) std::abort();
  pid_ = Run({kind.program, std::to_string(kind.user), std::to_string(kind.nanos),
              std::to_string(kind.threads), std::to_string(kind.bytes)},
             orders[0], answers[1]);
  orders_.Reset(orders[1]);
  answers_.Reset(answers[0]);
  close(orders[0]);
  close(answers[1]);
}

Storm::~Storm() { Finish(pid_); }

void Storm::Begin(int processes) {
  is_busy_ = write(orders_.get(), &processes, sizeof processes) == sizeof processes;
}

bool Storm::IsOver() {
  pollfd answer = {answers_.get(), POLLIN, 0};
  if (is_busy_ && poll(&answer, 1, 0) > 0)
    is_busy_ = read(answers_.get(), &used_, sizeof used_) != sizeof used_;
  return !is_busy_;
}

BusyMachine::BusyMachine() {
  for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i)
    pids_.push_back(Run({}, STDIN_FILENO, STDOUT_FILENO));
}

BusyMachine::~BusyMachine() {
  for (const pid_t pid : pids_) Finish(pid);
}

}  // namespace fdr::test
