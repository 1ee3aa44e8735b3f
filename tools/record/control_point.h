// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where other programs, such as fdr control and PCP's pmlc(1), control the recording of a source.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/logger/control/order_desk.h"
#include "fdr/logger/recording.h"
#include "fdr/replay/serve/control/control_server.h"
#include "fdr/replay/sources/log_control/logger_ports.h"
#include "fdr/replay/sources/net/event_loop.h"

namespace fdr::tools {

struct ControlOptions {
  std::vector<std::string> addresses;  ///< to listen at; none: this machine only
  std::vector<AccessRule> access;      ///< of the configuration
  std::string source;                  ///< how a program reaches what is recorded, to look up names
  /// Whether it is found by the process: with a socket in the file system, and a file for it.
  bool is_found_by_process = true;
  bool has_archive = true;  ///< the file has the archive's name; a ring has no archive
  std::function<void(const std::string& text)> tell;  ///< takes lines for the log
};

class ControlPoint : public ControlledLogger {
 public:
  /// Borrows the recording, which must end all orders before this is gone, and the source.
  static Result<std::unique_ptr<ControlPoint>> Open(std::shared_ptr<EventLoop> loop,
                                                    Recording& recording, const Context& source,
                                                    ControlOptions options);
  ControlPoint(Recording& recording, const Context& source, ControlOptions options);

  std::uint16_t port() const { return port_; }
  /// Another archive has begun.
  void Name(const std::string& archive);

 private:
  Result<void> Listen(std::shared_ptr<EventLoop> loop);
  LogStatus Status() const override;
  void StartNextVolume(Done<std::int32_t> done) override;
  void StartFlush(Done<void> done) override;
  void StartOrder(LogOrder order, const std::string& client, Done<LogStates> done) override;

  Recording& recording_;
  const Context& source_;
  ControlOptions options_;
  std::string zone_;  // of this process
  std::uint16_t port_ = 0;
  std::optional<PublishedPort> published_;
  std::unique_ptr<ControlServer> server_;
};

}  // namespace fdr::tools
