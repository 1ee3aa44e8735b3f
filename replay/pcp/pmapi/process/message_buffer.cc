// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Collects messages, and shows them all at once: pmprintf(3) and pmflush(3).

#include <pcp/pmapi.h>
#include <spawn.h>
#include <sys/wait.h>

#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/error_code.h"

extern char** environ;

namespace {

struct MessageBuffer {
  std::mutex mutex;
  /// None if there was no message since the last flush.  One without text is flushed, too.
  std::optional<std::string> text;
  /// The value of PCP_STDERR at the first flush: a file, kDialog, or none for standard error.
  std::optional<std::string> output;

  static MessageBuffer& Get() {
    static auto* const buffer = new MessageBuffer;  // exit handlers may write messages
    return *buffer;
  }
};

constexpr char kDialog[] = "DISPLAY";
constexpr std::size_t kLongText = 80;  // does not fit into a dialog

int ToStandardError(const std::string& text) {
  fputs(text.c_str(), stderr);
  return 0;
}

int ToFile(const std::string& path, const std::string& text) {
  FILE* const file = fopen(path.c_str(), "a");
  if (file == nullptr) {
    char reason[PM_MAXERRMSGLEN];
    fprintf(stderr, "pmflush: cannot append to file '%s' (from $PCP_STDERR): %s\n", path.c_str(),
            pmErrStr_r(-errno, reason, sizeof reason));
    return ToStandardError(text);
  }
  fputs(text.c_str(), file);
  return fclose(file) == 0 ? 0 : -errno;
}

// Returns the exit status of the program that shows dialogs, which gets no streams.
int ToDialog(const std::string& program, const std::string& text) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  std::vector<std::string> arguments = {
      program.substr(program.rfind('/') + 1), "-t", text, "-c", "-B", "OK", "-icon", "info"};
  if (text.size() > kLongText) arguments.emplace_back("-useslider");
  arguments.insert(arguments.end(), {"-header", "PCP Information"});
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  const int error =
      posix_spawn(&child, program.c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return -error;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -errno;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -EINTR;
}

std::string ChooseOutput() {
  const char* const output = getenv("PCP_STDERR");
  return output != nullptr ? output : "";
}

int Flush(MessageBuffer& buffer) {
  if (!buffer.text) return 0;
  const std::string text = *std::exchange(buffer.text, {});
  if (!buffer.output) buffer.output = ChooseOutput();
  if (buffer.output->empty()) return ToStandardError(text);
  if (*buffer.output != kDialog) return ToFile(*buffer.output, text);
  const char* const program = pmGetOptionalConfig("PCP_XCONFIRM_PROG");
  if (program != nullptr && access(program, X_OK) == 0) return ToDialog(program, text);
  fprintf(stderr, "%s: using stderr - cannot access %s: %s\n", pmGetProgname(),
          program != nullptr ? program : "", strerror(errno));
  buffer.output->clear();
  return ToStandardError(text);
}

// Appends to the buffer.  Returns the length of the message.
int Append(std::string& text, const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = vsnprintf(nullptr, 0, format, arguments);
  if (length >= 0) {
    const std::size_t before = text.size();
    text.resize(before + static_cast<std::size_t>(length) + 1);
    vsnprintf(text.data() + before, static_cast<std::size_t>(length) + 1, format, again);
    text.pop_back();
  }
  va_end(again);
  return length >= 0 ? length : -errno;
}

}  // namespace

int pmprintf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = fdr::pmapi::Guarded([&] {
    MessageBuffer& buffer = MessageBuffer::Get();
    const std::lock_guard lock(buffer.mutex);
    if (!buffer.text) buffer.text.emplace();
    return Append(*buffer.text, format, arguments);
  });
  va_end(arguments);
  return length;
}

int pmflush(void) {
  return fdr::pmapi::Guarded([] {
    MessageBuffer& buffer = MessageBuffer::Get();
    const std::lock_guard lock(buffer.mutex);
    return Flush(buffer);
  });
}
