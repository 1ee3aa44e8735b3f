// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/pager.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fdr/tools/run/started_program.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// Whether a directory of PATH has the program.
bool IsInstalled(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string file = std::string(rest.substr(0, end)) + '/' + program;
    if (::access(file.c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// The command for a shell; "" for none.
std::string PagerCommand() {
  if (const char* const pager = std::getenv("PAGER"))
    return std::string_view(pager) == "cat" ? "" : pager;
  return IsInstalled("less") ? "less" : "";
}

}  // namespace

Pager::Pager(bool wanted) {
  if (!wanted || !IsScreen(STDOUT_FILENO)) return;
  const std::string command = PagerCommand();
  std::array<int, 2> pipe = {};
  if (command.empty() || ::pipe2(pipe.data(), O_CLOEXEC) != 0) return;
  // F: one page needs no pager.  R: colours are shown.  S: long lines are cut, and the arrow keys
  // move.  X: the text stays on the screen.
  ::setenv("LESS", "FRSX", 0);
  const Result<pid_t> child = StartProgram({.words = {"/bin/sh", "-c", command}, .input = pipe[0]});
  if (child && ::dup2(pipe[1], STDOUT_FILENO) >= 0) child_ = *child;
  ::close(pipe[0]);
  ::close(pipe[1]);
}

void Pager::Close() {
  if (!IsThere()) return;
  ::close(STDOUT_FILENO);
  WaitForEnd(child_);
  child_ = 0;
}

}  // namespace fdr::tools
