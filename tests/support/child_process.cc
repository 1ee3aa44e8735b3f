// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "fdr/tests/support/send_signal.h"

namespace fdr::test {
namespace {

tl::unexpected<Error> SystemFailure(std::string_view what, int error) {
  return Fail(Errc::kIo, std::string(what) + ": " + std::strerror(error));
}

// A file without a name.  It is gone when its descriptor is closed.
class MemoryFile {
 public:
  MemoryFile() : fd_(memfd_create("fdr-test", MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (fd_ >= 0) close(fd_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int fd() const { return fd_; }

  bool Fill(std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = write(fd_, text.data(), text.size());
      if (n < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
    return lseek(fd_, 0, SEEK_SET) == 0;
  }

  std::optional<std::string> Content() const {
    struct stat status {};
    if (fstat(fd_, &status) != 0) return std::nullopt;
    std::string text(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t at = 0;
    while (at < text.size()) {
      const ssize_t n = pread(fd_, text.data() + at, text.size() - at, static_cast<off_t>(at));
      if (n <= 0) return std::nullopt;
      at += static_cast<std::size_t>(n);
    }
    return text;
  }

 private:
  int fd_;
};

bool IsNamed(std::string_view entry, std::string_view name) {
  return entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=';
}

}  // namespace

std::vector<std::string> MergedEnvironment(const std::vector<std::string>& changes) {
  std::vector<std::string> merged;
  for (char** entry = environ; *entry != nullptr; ++entry) merged.emplace_back(*entry);
  for (const std::string& change : changes) {
    const std::string name = change.substr(0, change.find('='));
    std::erase_if(merged, [&](const std::string& entry) { return IsNamed(entry, name); });
    if (name.size() != change.size()) merged.push_back(change);
  }
  return merged;
}

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& s : strings) pointers.push_back(s.data());
  pointers.push_back(nullptr);
  return pointers;
}

namespace {

// prlimit(1) sets the limits, and then executes the program in the same process.
std::vector<std::string> LimitedArguments(const ChildRequest& request) {
  std::vector<std::string> limited;
  if (request.most_descriptors)
    limited.push_back("--nofile=" + std::to_string(*request.most_descriptors));
  if (request.most_address_space)
    limited.push_back("--as=" + std::to_string(*request.most_address_space));
  if (!limited.empty()) limited.insert(limited.begin(), "prlimit");
  limited.insert(limited.end(), request.argv.begin(), request.argv.end());
  return limited;
}

// The child leads a process group of its own, so that its children can be killed with it.
Result<pid_t> Spawn(const ChildRequest& request, const MemoryFile (&streams)[3]) {
  std::vector<std::string> arguments = LimitedArguments(request);
  std::vector<std::string> environment = MergedEnvironment(request.environment);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < 3; ++i) posix_spawn_file_actions_adddup2(&actions, streams[i].fd(), i);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, arguments.front().c_str(), &actions, &attributes,
                                 Pointers(arguments).data(), Pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return SystemFailure(request.argv.front(), error);
  return pid;
}

// Waits for the child.  Kills its process group at the time limit, so no process is left.
Result<ChildOutcome> Await(pid_t pid, const ChildRequest& request, const MemoryFile& err) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + request.time_limit;
  bool may_terminate = request.terminates_when != nullptr;
  ChildOutcome outcome;
  auto pause = std::chrono::microseconds(200);
  int status = 0;
  rusage usage{};
  for (;;) {
    const pid_t ended = wait4(pid, &status, outcome.timed_out ? 0 : WNOHANG, &usage);
    if (ended == pid) break;
    if (ended < 0 && errno != EINTR) return SystemFailure("wait4", errno);
    if (outcome.timed_out) continue;
    if (Clock::now() >= deadline) {
      outcome.timed_out = true;
      SendSignalToGroup(pid, SIGKILL);
      continue;
    }
    if (may_terminate && request.terminates_when(err.Content().value_or(""))) {
      SendSignal(pid, SIGTERM);
      may_terminate = false;
    }
    std::this_thread::sleep_for(pause);
    if (pause < std::chrono::milliseconds(5)) pause *= 2;
  }
  outcome.peak_memory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  if (WIFEXITED(status)) outcome.exit_status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  return outcome;
}

}  // namespace

Result<ChildOutcome> RunChild(const ChildRequest& request) {
  if (request.argv.empty()) return Fail(Errc::kInvalidArgument, "no program named");
  MemoryFile streams[3];
  for (const MemoryFile& stream : streams)
    if (stream.fd() < 0) return SystemFailure("memfd_create", errno);
  if (!streams[0].Fill(request.stdin_text)) return SystemFailure("child's input", errno);
  const Result<pid_t> pid = Spawn(request, streams);
  if (!pid) return Fail(pid.error());
  Result<ChildOutcome> outcome = Await(*pid, request, streams[2]);
  if (!outcome) return outcome;
  std::optional<std::string> out = streams[1].Content();
  std::optional<std::string> err = streams[2].Content();
  if (!out || !err) return Fail(Errc::kIo, "child's output cannot be read back");
  outcome->out = *std::move(out);
  outcome->err = *std::move(err);
  return outcome;
}

}  // namespace fdr::test
