// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/watch_output.h"

#include <poll.h>
#include <unistd.h>

#include <climits>
#include <string_view>

#include "fdr/replay/text/utf8.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/steady_clock.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

// What a pipe takes at once if it takes anything; not within a character.
std::string_view NextPart(std::string_view text) {
  if (text.size() <= PIPE_BUF) return text;
  std::size_t end = PIPE_BUF;
  while (end > PIPE_BUF / 2 && ContinuesCharacter(text[end])) --end;
  return text.substr(0, end);
}

}  // namespace

// A reader that has stopped must not keep fdr from its end.  Once a line was left out, the next
// ones do not wait again.
bool WatchOutput::WaitForReader() const {
  constexpr int kUntilNextLook = 250;  // milliseconds; a signal may reach another thread
  const auto patience = left_out_ > 0 ? std::chrono::nanoseconds(0) : patience_;
  const std::chrono::nanoseconds begin = SteadyTime();
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  while (::poll(&output, 1, patience == std::chrono::nanoseconds(0) ? 0 : kUntilNextLook) <= 0)
    if (Interrupted() || (patience && SteadyTime() - begin >= *patience)) return false;
  return true;
}

bool WatchOutput::LeaveOut() {
  if (left_out_++ == 0) PrintError("warning: Nothing reads standard output, so lines are left out");
  return false;
}

void WatchOutput::TellOfLeftOut() {
  if (left_out_ == 0) return;
  PrintError("warning: Nothing has read standard output for a while: " + Count(left_out_, "line") +
             " left out");
  left_out_ = 0;
}

bool WatchOutput::Print(const std::string& line) {
  const std::lock_guard lock(mutex_);
  const std::string text = (is_torn_ ? "\n" : "") + line;
  for (std::string_view rest = text; !rest.empty() && !has_failed_;) {
    if (!WaitForReader()) {
      is_torn_ |= rest.size() < text.size();
      return Interrupted() || LeaveOut();
    }
    const std::string_view part = NextPart(rest);
    if (!WriteOutput(part)) has_failed_ = true;
    rest.remove_prefix(part.size());
  }
  if (has_failed_) return false;
  is_torn_ = false;
  TellOfLeftOut();
  return true;
}

// A start changes a limit of this process for a moment.
Result<pid_t> WatchOutput::Start(const ProgramRequest& request) {
  const std::lock_guard lock(mutex_);
  return StartProgram(request);
}

}  // namespace fdr::tools
