// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Messages of a program that serves others, or that runs for days.  Others can cause any number of
// messages, and the reader may have stopped reading.  So only some are written, and none is waited
// for.

#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>

namespace fdr::tools {

/// Any thread may call.
class MessageFlow {
 public:
  using Clock = std::chrono::steady_clock;
  /// After a pause, this many messages may follow each other; then, some each second.
  static constexpr std::size_t kAtOnce = 200, kPerSecond = 20;
  /// A longer message becomes several, of whole lines.  A longer line loses its end.
  static constexpr std::size_t kLongest = 4096;

  /// Borrows the descriptor.
  explicit MessageFlow(int fd, std::size_t at_once = kAtOnce);
  ~MessageFlow();
  MessageFlow(const MessageFlow&) = delete;
  MessageFlow& operator=(const MessageFlow&) = delete;

  /// Writes a message, with its line end, or counts it.
  void Write(std::string_view text, Clock::time_point now = Clock::now());
  /// Writes what the next call replaces, such as a status line, or leaves it out.
  void Draw(std::string_view text);
  /// Says how many messages were only counted, at most once a second.  To be called now and then.
  void Tell(Clock::time_point now = Clock::now());
  /// Says it in any case: no message follows.
  void TellAtEnd();

 private:
  void WritePart(std::string_view part);
  bool TellFirst();
  bool Put(std::string_view text);
  ssize_t Send(std::string_view line) const;

  int fd_;
  double at_once_;
  int own_ = -1;  // the same file, which is never waited for; -1: there is no such descriptor
  bool is_socket_ = false;
  std::mutex mutex_;  // of what follows
  double allowed_;
  Clock::time_point last_ = {};  // when `allowed_` was right
  std::uint64_t left_out_ = 0;
  Clock::time_point next_telling_ = {};
  bool is_torn_ = false;  // only a part of the last message was written
};

/// From now on, all messages of this process, and its status line, go through a flow to standard
/// error.
void LimitMessages(std::size_t at_once = MessageFlow::kAtOnce);
/// That flow; null without one.
MessageFlow* LimitedMessages();
/// Says how many messages that flow has left out, if there is one: MessageFlow::Tell().
void TellOfMissingMessages();
/// The same at the end.
void TellOfLastMissingMessages();

}  // namespace fdr::tools
