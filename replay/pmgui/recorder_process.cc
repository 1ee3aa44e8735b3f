// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pmgui/recorder_process.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pcp/pmapi.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

extern char** environ;

namespace fdr::pmgui {
namespace {

// Where the program lies as seen from a library: installed as libfdr_pmapi or in lib/fdr/libpcp;
// or in a build tree.
constexpr const char* kPlaces[] = {"../../bin/fdr", "../bin/fdr", "../../../bin/fdr",
                                   "../../tools/fdr", "../../../tools/fdr"};

std::string OwnDirectory() {
  Dl_info own = {};
  if (::dladdr(reinterpret_cast<void*>(&StartRecorder), &own) == 0) return {};
  std::error_code ignored;
  return std::filesystem::canonical(own.dli_fname, ignored).parent_path().string();
}

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
  if (const std::string directory = OwnDirectory(); !directory.empty())
    for (const char* place : kPlaces)
      if (std::string path = directory + "/" + place; ::access(path.c_str(), X_OK) == 0)
        return path;
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

int SendOrder(int orders, const std::string& line) {
  std::size_t sent = 0;
  while (sent < line.size()) {
    const ssize_t size = ::send(orders, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return -errno;
    sent += static_cast<std::size_t>(size);
  }
  return 0;
}

}  // namespace fdr::pmgui
