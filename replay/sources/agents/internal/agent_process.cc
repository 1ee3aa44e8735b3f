// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/internal/agent_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

namespace fdr {
namespace {

// What happens in the new process before the command begins.
class SpawnPlan {
 public:
  SpawnPlan() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  void EnterDirectory(const std::string& directory) {
    if (!directory.empty()) posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
  }
  void SetInput(int fd) {
    if (fd >= 0)
      posix_spawn_file_actions_adddup2(&actions_, fd, STDIN_FILENO);
    else
      posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  }
  void SetError(int fd) {
    if (fd >= 0) posix_spawn_file_actions_adddup2(&actions_, fd, STDERR_FILENO);
  }
  void SetOutput(int fd) {
    posix_spawn_file_actions_adddup2(&actions_, fd >= 0 ? fd : STDERR_FILENO, STDOUT_FILENO);
  }

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

// That of this process, with others for some of its variables.
std::vector<char*> EnvironmentWith(const std::vector<std::string>& others) {
  const auto name_of = [](std::string_view variable) {
    return variable.substr(0, variable.find('='));
  };
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (std::none_of(others.begin(), others.end(), [&](const std::string& other) {
          return name_of(other) == name_of(*variable);
        }))
      variables.push_back(*variable);
  for (const std::string& other : others) variables.push_back(const_cast<char*>(other.c_str()));
  variables.push_back(nullptr);
  return variables;
}

}  // namespace

Result<AgentProcess> AgentProcess::Start(const std::vector<std::string>& command,
                                         const AgentOptions& options, const Streams& streams) {
  SpawnPlan plan;
  plan.SetError(streams.err);
  plan.SetInput(streams.in);
  plan.SetOutput(streams.out);
  plan.EnterDirectory(options.directory);
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  std::vector<char*> variables = EnvironmentWith(options.variables);
  pid_t pid = -1;
  const int refused = posix_spawnp(&pid, words[0], plan.actions(), plan.attributes(), words.data(),
                                   variables.data());
  if (refused != 0) return FailSystem(refused, command[0]);
  return AgentProcess(pid);
}

AgentProcess::AgentProcess(AgentProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), end_(other.end_) {}

AgentProcess& AgentProcess::operator=(AgentProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(end_, other.end_);
  return *this;
}

AgentProcess::~AgentProcess() {
  if (End() || pid_ < 0) return;
  Kill();
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

std::optional<int> AgentProcess::End() {
  int status = 0;
  if (pid_ > 0 && ::waitpid(pid_, &status, WNOHANG) == pid_) {
    pid_ = -1;
    end_ = status;
  }
  return end_;
}

// The process leads a group of its own.
void AgentProcess::Signal(bool kills) {
  if (pid_ > 0) ::kill(-pid_, kills ? SIGKILL : SIGTERM);
}

}  // namespace fdr
