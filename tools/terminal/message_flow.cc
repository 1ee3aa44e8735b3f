// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/message_flow.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <string>

namespace fdr::tools {
namespace {

std::atomic<MessageFlow*> limited{nullptr};

// O_NONBLOCK on the descriptor itself would be there for all programs that share it.
int OpenAgain(int fd) {
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  return ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

bool HasRoom(int fd) {
  pollfd ready{fd, POLLOUT, 0};
  return ::poll(&ready, 1, 0) == 1 && (ready.revents & POLLOUT) != 0;
}

// All of a text, or as many of its lines as fit into a message, if the first one does.
std::string_view FirstPart(std::string_view text) {
  if (text.size() <= MessageFlow::kLongest) return text;
  const std::size_t end = text.substr(0, MessageFlow::kLongest).rfind('\n');
  return end == std::string_view::npos ? text : text.substr(0, end + 1);
}

}  // namespace

MessageFlow::MessageFlow(int fd, std::size_t at_once)
    : fd_(fd), at_once_(static_cast<double>(at_once)), allowed_(at_once_) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) return;
  is_socket_ = S_ISSOCK(status.st_mode);
  if (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode)) own_ = OpenAgain(fd);
}

MessageFlow::~MessageFlow() {
  if (own_ >= 0) ::close(own_);
}

void MessageFlow::Write(std::string_view text, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  const double passed = std::chrono::duration<double>(now - last_).count();
  allowed_ = std::min(at_once_, allowed_ + std::max(passed, 0.0) * kPerSecond);
  last_ = std::max(last_, now);
  while (!text.empty()) {
    const std::string_view part = FirstPart(text);
    WritePart(part);
    text.remove_prefix(part.size());
  }
}

void MessageFlow::WritePart(std::string_view part) {
  if (allowed_ >= 1 && TellFirst() && Put(part))
    --allowed_;
  else
    ++left_out_;
}

void MessageFlow::Tell(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (left_out_ == 0 || now < next_telling_) return;
  if (TellFirst()) next_telling_ = now + std::chrono::seconds(1);
}

void MessageFlow::TellAtEnd() {
  const std::lock_guard lock(mutex_);
  TellFirst();
}

void MessageFlow::Draw(std::string_view text) {
  const std::lock_guard lock(mutex_);
  Put(text);
}

bool MessageFlow::TellFirst() {
  if (left_out_ == 0) return true;
  if (!Put(fmt::format("fdr: {} messages were left out: they were too many, or were not read\n",
                       left_out_)))
    return false;
  left_out_ = 0;
  return true;
}

// A pipe takes a message of kLongest as a whole, or not at all.
// Other files may take a part; the next message begins a line then.
bool MessageFlow::Put(std::string_view text) {
  std::string line = is_torn_ ? "\n" : "";
  line += text;
  if (line.size() > kLongest) {
    line.resize(kLongest - 1);
    line += '\n';
  }
  const ssize_t written = Send(line);
  if (written > 0) is_torn_ = static_cast<std::size_t>(written) < line.size();
  return written > 0;
}

ssize_t MessageFlow::Send(std::string_view line) const {
  if (is_socket_) return ::send(fd_, line.data(), line.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (own_ >= 0) return ::write(own_, line.data(), line.size());
  return HasRoom(fd_) ? ::write(fd_, line.data(), line.size()) : 0;
}

// Threads may print while the process ends, so the flow is never destroyed.
void LimitMessages(std::size_t at_once) {
  static MessageFlow& flow = *new MessageFlow(STDERR_FILENO, at_once);
  limited = &flow;
}

MessageFlow* LimitedMessages() { return limited; }

void TellOfMissingMessages() {
  if (MessageFlow* const flow = LimitedMessages()) flow->Tell();
}

void TellOfLastMissingMessages() {
  if (MessageFlow* const flow = LimitedMessages()) flow->TellAtEnd();
}

}  // namespace fdr::tools
