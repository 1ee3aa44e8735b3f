// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The loggers of this machine that can be controlled.  Each has a file in one directory, as PCP's
// pmlogger(1) writes it: the name is the process, and the lines are the port, the host that is
// logged, the archive, and perhaps a note.
//
//     /var/lib/pcp/tmp/pmlogger/4711:  4330 / host1 / /var/log/pcp/pmlogger/host1/20261126

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr {

struct LoggerPort {
  pid_t process = 0;
  bool is_primary = false;  ///< logs this machine, for everybody
  std::uint16_t port = 0;
  std::string host;
  std::string archive;  ///< an absolute base name
  std::string note;
};

/// Where the socket of a logger may be: in PCP's directory, or in the home of its user.
std::vector<std::string> LoggerSockets(const std::string& run_directory,
                                       const std::string& process);

/// The living ones, by process; none if there is no such directory.  Files that are no such file
/// are left out.
Result<std::vector<LoggerPort>> FindLoggerPorts(const std::string& directory);

/// The file of this process, while this object lives.
class PublishedPort {
 public:
  /// Makes the directory if necessary, and removes the files of processes that are gone.
  static Result<PublishedPort> Publish(const std::string& directory, LoggerPort port);

  PublishedPort(PublishedPort&& other) noexcept;
  PublishedPort& operator=(PublishedPort&&) = delete;
  ~PublishedPort();

  /// Names another archive.
  Result<void> SetArchive(const std::string& archive);

 private:
  PublishedPort(std::string directory, LoggerPort port)
      : directory_(std::move(directory)), port_(std::move(port)) {}
  std::string Path() const;
  Result<void> Write() const;

  std::string directory_;  // "" when moved from
  LoggerPort port_;
};

}  // namespace fdr
