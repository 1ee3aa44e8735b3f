// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/started_program.h"

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "fdr/tools/run/shortage.h"

namespace fdr::tools {
namespace {

std::vector<char*> Pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// fdr ignores them.  What it catches has its default effect in another program anyway.
constexpr int kIgnored[] = {SIGPIPE, SIGXFSZ};

bool LowerLimit(rlimit& before) {
  if (::getrlimit(RLIMIT_NOFILE, &before) != 0) return false;
  rlimit given = before;
  given.rlim_cur = std::min<rlim_t>(GivenDescriptors(), before.rlim_max);
  return given.rlim_cur < before.rlim_cur && ::setrlimit(RLIMIT_NOFILE, &given) == 0;
}

// The program has this limit from its first instruction on.  Here it is back at once: only what
// another thread opens meanwhile could be refused.
class LowerLimitForNow {
 public:
  LowerLimitForNow() : is_lower_(LowerLimit(own_)) {}
  ~LowerLimitForNow() {
    if (is_lower_) (void)::setrlimit(RLIMIT_NOFILE, &own_);
  }
  LowerLimitForNow(const LowerLimitForNow&) = delete;
  LowerLimitForNow& operator=(const LowerLimitForNow&) = delete;

 private:
  rlimit own_{};
  bool is_lower_;
};

void ResetSignals(posix_spawnattr_t& attributes) {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : kIgnored) sigaddset(&signals, signal);
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
}

// Some parent processes ignore it.  Then the system would forget how programs ended.
void RememberEnds() {
  struct sigaction action {};
  if (::sigaction(SIGCHLD, nullptr, &action) == 0 && action.sa_handler == SIG_IGN)
    std::signal(SIGCHLD, SIG_DFL);
}

}  // namespace

Result<pid_t> StartProgram(const ProgramRequest& request) {
  RememberEnds();
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  ResetSignals(attributes);
  const auto replace = [&files](int standard, int fd) {
    if (fd >= 0) ::posix_spawn_file_actions_adddup2(&files, fd, standard);
  };
  replace(STDIN_FILENO, request.input);
  replace(STDOUT_FILENO, request.output);
  replace(STDERR_FILENO, request.error);
  const int group = request.has_own_group ? POSIX_SPAWN_SETPGROUP : 0;
  ::posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGDEF | group));
  const std::vector<char*> argv = Pointers(request.words);
  const std::vector<char*> own =
      request.environment ? Pointers(*request.environment) : std::vector<char*>();
  const LowerLimitForNow limit;
  pid_t process = 0;
  const int error = ::posix_spawnp(&process, argv[0], &files, &attributes, argv.data(),
                                   request.environment ? own.data() : environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  if (error != 0) return FailSystem(error, request.words[0]);
  return process;
}

void ResetForProgram() {
  for (const int signal : kIgnored) std::signal(signal, SIG_DFL);
  rlimit before{};
  LowerLimit(before);
}

void WaitForEnd(pid_t process) {
  while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) continue;
}

std::optional<int> EndOf(pid_t process) {
  constexpr int kSignalled = 128, kUnknownEnd = 255;
  int status = 0;
  const pid_t ended = ::waitpid(process, &status, WNOHANG);
  if (ended < 0 && errno == ECHILD) return kUnknownEnd;
  if (ended != process) return std::nullopt;
  return WIFSIGNALED(status) ? kSignalled + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace fdr::tools
