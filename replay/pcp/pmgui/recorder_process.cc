// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmgui/recorder_process.h"

#include <fcntl.h>
#include <pcp/pmapi.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "fdr/replay/pcp/pmapi/contexts/own_library.h"

extern char** environ;

namespace fdr::pmgui {
namespace {

// The files and attributes of a process to start; frees them.
class SpawnActions {
 public:
  SpawnActions() { ::posix_spawn_file_actions_init(&actions_); }
  ~SpawnActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

}  // namespace

std::string RecorderProgram() {
  if (const char* const named = std::getenv("FDR_RECORDER"); named != nullptr && *named != '\0')
    return named;
  // As installed: libfdr_pmapi, lib/fdr/libpcp; or in a build tree.
  std::string own = pmapi::ProgramBesideLibrary(
      {"../../bin/fdr", "../bin/fdr", "../../../bin/fdr", "../../tools/fdr", "../../../tools/fdr"});
  if (!own.empty()) return own;
  const char* const directory = pmGetOptionalConfig("PCP_BINADM_DIR");
  return std::string(directory != nullptr ? directory : "/usr/lib/pcp/bin") + "/pmlogger";
}

int StartRecorder(const std::string& program, const std::vector<std::string>& before,
                  const std::vector<std::string>& after, const std::string& directory,
                  const std::string& output, RecorderProcess& started) {
  // With a socket, writing to a recorder that is gone raises no signal.
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  std::vector<std::string> words = {"pmlogger"};
  words.insert(words.end(), before.begin(), before.end());
  words.insert(words.end(), {"-x", std::to_string(ends[1])});
  words.insert(words.end(), after.begin(), after.end());
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  SpawnActions actions;
  constexpr int kAppend = O_WRONLY | O_CREAT | O_APPEND;
  ::posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(actions.get(), STDOUT_FILENO, output.c_str(), kAppend, 0644);
  ::posix_spawn_file_actions_adddup2(actions.get(), STDOUT_FILENO, STDERR_FILENO);
  ::posix_spawn_file_actions_adddup2(actions.get(), ends[1], ends[1]);  // stays open
  ::posix_spawn_file_actions_addchdir_np(actions.get(), directory.c_str());
  pid_t pid = 0;
  const int failure =
      ::posix_spawn(&pid, program.c_str(), actions.get(), nullptr, argv.data(), environ);
  ::close(ends[1]);
  if (failure != 0) {
    ::close(ends[0]);
    return -failure;
  }
  started = {pid, ends[0]};
  return 0;
}

}  // namespace fdr::pmgui
