// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Programs that tools start: pmProcessExec(3) and pmProcessPipe(3).
//
// Everything is prepared before fork(): another thread may hold any lock at that time.

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "fdr/replay/pcp/libpcp/libpcp.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"

extern char** environ;

struct __pmExecCtl {
  std::vector<std::string> words;
};

namespace {

using fdr::pmapi::Guarded;

enum Toss { kTossInput = 1, kTossOutput = 2, kTossErrors = 4 };

constexpr int kNoProgram = 127;
constexpr int kBySignal = 1000;  // and its number
constexpr int kOtherEnd = 2000;

// The processes behind the pipes of __pmProcessPipe().
struct Pipes {
  std::mutex mutex;
  std::map<FILE*, pid_t> processes;

  static Pipes& Get() {
    static auto* const pipes = new Pipes;  // never destroyed: exit handlers close pipes, too
    return *pipes;
  }
};

int EndOf(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return WIFSIGNALED(status) ? kBySignal + WTERMSIG(status) : kOtherEnd;
}

int WaitFor(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return -errno;
  return EndOf(status);
}

// A program to start, and what its standard streams are: -1 for those of this process.
struct Child {
  std::vector<std::string> words;
  int input = -1, output = -1;
  int toss = 0;
};

void Throw(bool thrown, int stream, int nothing) {
  if (thrown) dup2(nothing, stream);
}

// Between fork() and exec: only calls that are safe there.
[[noreturn]] void Become(char* const* argv, const Child& child) {
  const int nothing = child.toss != 0 ? open("/dev/null", O_RDWR | O_CLOEXEC) : -1;
  Throw((child.toss & kTossInput) != 0, STDIN_FILENO, nothing);
  Throw((child.toss & kTossOutput) != 0, STDOUT_FILENO, nothing);
  Throw((child.toss & kTossErrors) != 0, STDERR_FILENO, nothing);
  if (child.input >= 0) dup2(child.input, STDIN_FILENO);
  if (child.output >= 0) dup2(child.output, STDOUT_FILENO);
  execvp(argv[0], argv);
  _exit(kNoProgram);
}

// The process, or a negative errno.
pid_t Start(const Child& child) {
  std::vector<char*> argv;
  for (const std::string& word : child.words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const pid_t process = fork();
  if (process == 0) Become(argv.data(), child);
  return process < 0 ? -errno : process;
}

struct Pipe {
  int read = -1, write = -1;

  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    Close(read);
    Close(write);
  }
  bool Open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
  static int Release(int& end) {
    const int released = end;
    end = -1;
    return released;
  }

 private:
  static void Close(int end) {
    if (end >= 0) close(end);
  }
};

// The words of the handle, which is then gone.
std::vector<std::string> Take(__pmExecCtl** handle) {
  const std::unique_ptr<__pmExecCtl> owned(*handle);
  *handle = nullptr;
  return owned != nullptr ? std::move(owned->words) : std::vector<std::string>();
}

void Add(__pmExecCtl** handle, std::string word) {
  if (*handle == nullptr) *handle = new __pmExecCtl;
  (*handle)->words.push_back(std::move(word));
}

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// Words are divided by blanks; quotes keep blanks.  The position of a quote that does not end, or
// npos.
std::size_t SplitWords(const std::string& command, __pmExecCtl** handle) {
  for (std::size_t at = 0; at < command.size();) {
    if (IsBlank(command[at])) {
      ++at;
      continue;
    }
    std::string word;
    while (at < command.size() && !IsBlank(command[at])) {
      const char c = command[at];
      if (c != '"' && c != '\'') {
        word += c;
        ++at;
        continue;
      }
      const std::size_t end = command.find(c, at + 1);
      if (end == command.npos) return at;
      word.append(command, at + 1, end - at - 1);
      at = end + 1;
    }
    Add(handle, std::move(word));
  }
  return std::string::npos;
}

int OpenPipe(std::vector<std::string> words, bool reads, int toss, FILE** stream) {
  Pipe ends;
  if (!ends.Open()) return -errno;
  Child child{.words = std::move(words), .toss = toss};
  (reads ? child.output : child.input) = reads ? ends.write : ends.read;
  Pipes& pipes = Pipes::Get();
  const std::lock_guard lock(pipes.mutex);
  FILE* const file = fdopen(reads ? ends.read : ends.write, reads ? "r" : "w");
  if (file == nullptr) return -errno;
  Pipe::Release(reads ? ends.read : ends.write);  // the stream's now
  const auto place = pipes.processes.emplace(file, 0).first;
  const pid_t process = Start(child);
  if (process < 0) {
    pipes.processes.erase(place);
    fclose(file);
    return process;
  }
  place->second = process;
  *stream = file;
  return 0;
}

}  // namespace

int __pmProcessAddArg(__pmExecCtl** handle, const char* word) {
  return Guarded([&] {
    Add(handle, word);
    return 0;
  });
}

int __pmProcessUnpickArgs(__pmExecCtl** handle, const char* command) {
  return Guarded([&] {
    const std::size_t open = SplitWords(command, handle);
    if (open == std::string::npos) return 0;
    pmNotifyErr(LOG_WARNING, "__pmProcessUnpickArgs: unterminated quote (%c) in command: %s",
                command[open], command);
    Take(handle);
    return PM_ERR_GENERIC;
  });
}

// Returns how the program ended, or 0 at once.
int __pmProcessExec(__pmExecCtl** handle, int toss, int wait_for_end) {
  return Guarded([&] {
    Child child{.words = Take(handle), .toss = toss};
    if (child.words.empty()) return PM_ERR_TOOSMALL;
    const pid_t process = Start(child);
    if (process < 0) return static_cast<int>(process);
    return wait_for_end != 0 ? WaitFor(process) : 0;
  });
}

int __pmProcessPipe(__pmExecCtl** handle, const char* mode, int toss, FILE** pipe) {
  return Guarded([&] {
    std::vector<std::string> words = Take(handle);
    if (words.empty()) return PM_ERR_TOOSMALL;
    const bool reads = strcmp(mode, "r") == 0;
    if (!reads && strcmp(mode, "w") != 0) return -EINVAL;
    return OpenPipe(std::move(words), reads, toss, pipe);
  });
}

int __pmProcessPipeClose(FILE* pipe) {
  return Guarded([&] {
    pid_t process = 0;
    {
      Pipes& pipes = Pipes::Get();
      const std::lock_guard lock(pipes.mutex);
      const auto found = pipes.processes.find(pipe);
      if (found == pipes.processes.end()) return -EINVAL;
      process = found->second;
      pipes.processes.erase(found);
    }
    fclose(pipe);
    return WaitFor(process);
  });
}

// The other program, with pipes from its output and to its input.
pid_t __pmProcessCreate(char** words, int* from, int* to) {
  return Guarded([&] {
    Pipe output, input;
    if (!output.Open() || !input.Open()) return -1;
    Child child{.words = {}, .input = input.read, .output = output.write};
    for (char** word = words; *word != nullptr; ++word) child.words.emplace_back(*word);
    const pid_t process = Start(child);
    if (process < 0) return -1;
    *from = Pipe::Release(output.read);
    *to = Pipe::Release(input.write);
    return static_cast<int>(process);
  });
}

int __pmSetSignalHandler(int number, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);
  return 0;
}
