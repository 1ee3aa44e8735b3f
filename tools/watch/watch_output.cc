// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/watch_output.h"

#include <poll.h>
#include <unistd.h>

#include <climits>
#include <string_view>

#include "fdr/replay/text/utf8.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// What a pipe takes at once if it takes anything; not within a character.
std::string_view NextPart(std::string_view text) {
  if (text.size() <= PIPE_BUF) return text;
  std::size_t end = PIPE_BUF;
  while (end > PIPE_BUF / 2 && ContinuesCharacter(text[end])) --end;
  return text.substr(0, end);
}

// False after a signal: a reader that has stopped must not keep fdr from its end.
bool WaitForReader() {
  constexpr int kUntilNextLook = 250;  // milliseconds; a signal may reach another thread
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  while (::poll(&output, 1, kUntilNextLook) <= 0)
    if (Interrupted()) return false;
  return true;
}

}  // namespace

bool WatchOutput::Print(const std::string& line) {
  const std::lock_guard lock(mutex_);
  for (std::string_view rest = line; !rest.empty() && !has_failed_;) {
    if (!WaitForReader()) return true;
    const std::string_view part = NextPart(rest);
    if (!WriteOutput(part)) has_failed_ = true;
    rest.remove_prefix(part.size());
  }
  return !has_failed_;
}

// A start changes a limit of this process for a moment.
Result<pid_t> WatchOutput::Start(const ProgramRequest& request) {
  const std::lock_guard lock(mutex_);
  return StartProgram(request);
}

}  // namespace fdr::tools
