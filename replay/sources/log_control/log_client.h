// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program that controls a logger: PCP's pmlogger(1), or fdr record --control.

#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "fdr/replay/sources/log_control/log_messages.h"
#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/replay/sources/pdu/message_stream.h"

namespace fdr {

/// One thread at a time.  Each function waits for its answer, and fails with kTimeout if that takes
/// too long.
class LogClient {
 public:
  /// Both fail with kBusy while a logger that takes one program at a time serves another.
  static Result<LogClient> ConnectToPath(const std::string& socket, std::chrono::seconds at_most);
  static Result<LogClient> ConnectToPort(const std::string& host, std::uint16_t port,
                                         std::chrono::seconds at_most);

  /// The process and the version of the logger.
  pid_t process() const { return process_; }
  int version() const { return version_; }

  Result<LogStatus> Status();
  /// The number of the new volume.
  Result<std::int32_t> StartVolume();
  Result<void> Flush();
  Result<LogStates> Give(const LogOrder& order);

 private:
  LogClient(local::UniqueFd socket, std::string name);
  static Result<LogClient> Greet(local::UniqueFd socket, std::string name);
  Result<void> Ask(MessageStream::Message& answer);
  Result<std::int32_t> Request(LogRequest request);
  tl::unexpected<Error> Explain(Error error) const;

  local::UniqueFd socket_;
  std::string name_;  // of the logger, in errors
  std::unique_ptr<MessageStream> stream_;
  pid_t process_ = 0;
  int version_ = kLogVersion;
};

}  // namespace fdr
