// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/session_orders.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostLine = 4096;

}  // namespace

Result<std::unique_ptr<SessionOrders>> SessionOrders::Open(EventLoop& loop, int fd, Hooks hooks) {
  const int flags = fd < 0 ? -1 : ::fcntl(fd, F_GETFL);
  if (flags < 0 || (flags & O_ACCMODE) == O_WRONLY)
    return Fail(Errc::kInvalidArgument, fmt::format("-x {}: No file that can be read", fd));
  ::fcntl(fd, F_SETFL, flags | O_NONBLOCK);
  ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  return std::make_unique<SessionOrders>(loop, local::UniqueFd(fd), std::move(hooks));
}

SessionOrders::SessionOrders(EventLoop& loop, local::UniqueFd fd, Hooks hooks)
    : loop_(loop), fd_(std::move(fd)), watch_(loop, fd_.get()), hooks_(std::move(hooks)) {
  watch_.StartWaitToRead([this] { Read(); });
}

void SessionOrders::Read() {
  std::array<char, kMostLine> part;
  const ssize_t size = ::read(fd_.get(), part.data(), part.size());
  if (size > 0) input_.append(part.data(), static_cast<std::size_t>(size));
  TakeLines();
  if (is_over_) return;
  if (size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR)))
    return watch_.StartWaitToRead([this] { Read(); });
  EndOfOrders();
}

void SessionOrders::TakeLines() {
  std::size_t begin = 0;
  for (std::size_t end = 0; !is_over_ && (end = input_.find('\n', begin)) != input_.npos;
       begin = end + 1)
    Take(std::string_view(input_).substr(begin, end - begin));
  input_.erase(0, begin);
  if (input_.size() <= kMostLine) return;
  hooks_.tell("An order of the program that started this recording is too long\n");
  input_.clear();
}

void SessionOrders::Take(std::string_view line) {
  const std::string_view rest = line.substr(line.empty() ? 0 : 1);
  switch (line.empty() ? '\0' : line[0]) {
    case 'V':
      if (rest == "0") return;
      break;
    case 'F':
      folio_ = rest;
      return;
    case 'P':
      creator_ = rest;
      return;
    case 'R':
      can_replay_ = true;
      return;
    case '?':
      return Report(SessionEvent::kStatus, rest);
    case 'D':
      is_over_ = true;
      return Report(SessionEvent::kDetached, rest);
    case 'Q':
      is_over_ = true;
      Report(SessionEvent::kStopped, rest);
      return hooks_.stop();
    default:
      break;
  }
  hooks_.tell(fmt::format("An order that fdr does not know: {}\n", Printable(std::string(line))));
}

void SessionOrders::Report(SessionEvent event, std::string_view options) {
  std::erase_if(dialogs_, [](const auto& dialog) { return dialog->is_over(); });
  SessionFacts facts = hooks_.facts();
  facts.folio = folio_;
  facts.creator = creator_;
  facts.can_replay = can_replay_;
  facts.pid = ::getpid();
  const std::string text = SessionText(facts, event);
  hooks_.tell(text);
  const bool asks = event == SessionEvent::kDied;
  DialogText shown{"Recording session - " + creator_, text, {"Close"}, std::string(options)};
  if (asks) shown.buttons = {"Go on", "End"};
  auto dialog = SessionDialog::Open(loop_, shown, [this, asks](const std::string& label) {
    if (asks && label != "Go on") hooks_.stop();
  });
  if (dialog) {
    dialogs_.push_back(std::move(dialog));
  } else if (asks) {
    hooks_.tell("There is no display to ask on, so the recording ends\n");
    hooks_.stop();
  }
}

// The program that would end the recording is gone.  A user at a display decides whether it goes
// on; without a display, it ends.
void SessionOrders::EndOfOrders() {
  is_over_ = true;
  Report(SessionEvent::kDied, "");
}

}  // namespace fdr::tools
