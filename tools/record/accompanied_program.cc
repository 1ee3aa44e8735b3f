// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/accompanied_program.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "fdr/tools/terminal/terminal.h"

namespace fdr::tools {
namespace {

constexpr int kNotFound = 127, kCannotRun = 126, kSignalled = 128;

// A signal that this process catches has its default effect there.
int Spawn(pid_t& process, const std::vector<std::string>& words) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  return ::posix_spawnp(&process, argv[0], nullptr, nullptr, argv.data(), environ);
}

}  // namespace

Result<void> AccompaniedProgram::Start() {
  const int error = Spawn(process_, words_);
  if (error == 0) return {};
  process_ = 0;
  exit_status_ = error == ENOENT ? kNotFound : kCannotRun;
  return FailSystem(error, words_[0]);
}

bool AccompaniedProgram::HasEnded() {
  if (exit_status_) return true;
  int status = 0;
  if (process_ == 0 || ::waitpid(process_, &status, WNOHANG) != process_) return false;
  exit_status_ = WIFSIGNALED(status) ? kSignalled + WTERMSIG(status) : WEXITSTATUS(status);
  return true;
}

void AccompaniedProgram::PassOn(int signal) const {
  const bool is_key = signal == SIGINT || signal == SIGQUIT;
  if (is_running() && (!is_key || !IsInForeground())) ::kill(process_, signal);
}

}  // namespace fdr::tools
