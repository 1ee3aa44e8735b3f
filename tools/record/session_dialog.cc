// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/session_dialog.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "fdr/tools/run/started_program.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostLabel = 256;

bool IsSet(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

// "" without a display, or without the program.
std::string DialogProgram() {
  if (!IsSet("DISPLAY") && !IsSet("WAYLAND_DISPLAY")) return {};
  const std::string program =
      IsSet("PCP_XCONFIRM_PROG") ? std::getenv("PCP_XCONFIRM_PROG") : "/usr/bin/pmconfirm";
  return ::access(program.c_str(), X_OK) == 0 ? program : "";
}

std::vector<std::string> WordsFor(const std::string& program, const DialogText& text) {
  std::vector<std::string> words = {program, "-header", text.title};
  std::istringstream lines(text.text);
  for (std::string line; std::getline(lines, line);) words.insert(words.end(), {"-t", line});
  for (const std::string& button : text.buttons)
    words.insert(words.end(), {button == text.buttons[0] ? "-B" : "-b", button});
  std::istringstream options(text.options);
  for (std::string option; options >> option;) words.push_back(option);
  return words;
}

struct Started {
  pid_t program = -1;
  int output = -1;
};

// Starts the program with a pipe for its output.
Started Start(std::vector<std::string> words) {
  std::array<int, 2> pipe = {};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return {};
  const Result<pid_t> child = StartProgram({.words = std::move(words), .output = pipe[1]});
  ::close(pipe[1]);
  if (child) return {*child, pipe[0]};
  ::close(pipe[0]);
  return {};
}

}  // namespace

std::unique_ptr<SessionDialog> SessionDialog::Open(EventLoop& loop, const DialogText& text,
                                                   std::function<void(std::string)> answered) {
  const std::string program = DialogProgram();
  if (program.empty()) return nullptr;
  const Started started = Start(WordsFor(program, text));
  local::UniqueFd output(started.output);
  if (!output.IsOpen()) return nullptr;
  ::fcntl(output.get(), F_SETFL, O_NONBLOCK);
  return std::unique_ptr<SessionDialog>(
      new SessionDialog(loop, started.program, std::move(output), std::move(answered)));
}

SessionDialog::SessionDialog(EventLoop& loop, pid_t program, local::UniqueFd output,
                             std::function<void(std::string)> answered)
    : program_(program),
      output_(std::move(output)),
      watch_(loop, output_.get()),
      answered_(std::move(answered)) {
  Read();
}

// The label comes when a button is pressed, and then the end.
void SessionDialog::Read() {
  std::array<char, kMostLabel> part;
  const ssize_t size = ::read(output_.get(), part.data(), part.size());
  if (size > 0 && label_.size() < kMostLabel)
    label_.append(part.data(), static_cast<std::size_t>(size));
  if (size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR)))
    return watch_.StartWaitToRead([this] { Read(); });
  // A program that has closed its output ends.
  WaitForEnd(program_);
  is_over_ = true;
  while (!label_.empty() && label_.back() == '\n') label_.pop_back();
  answered_(std::exchange(label_, {}));
}

}  // namespace fdr::tools
