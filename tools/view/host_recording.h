// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A recording that lives as long as the viewer: so a host can be watched as an archive, and one can
// look back while it goes on.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

class HostRecording {
 public:
  /// Starts a recorder of this machine or of the host in a directory below $TMPDIR or /var/tmp, and
  /// waits for its first samples.  `interval` as of fdr record.
  static Result<std::unique_ptr<HostRecording>> Start(const std::optional<std::string>& host,
                                                      const std::string& interval);
  /// Ends the recorder, and removes its files.
  ~HostRecording();
  HostRecording(const HostRecording&) = delete;
  HostRecording& operator=(const HostRecording&) = delete;

  /// The name of the archive.
  const std::string& archive() const { return archive_; }

 private:
  HostRecording() = default;

  Result<void> StartRecorder(const std::optional<std::string>& host, const std::string& interval);
  Result<void> WaitForSamples();

  std::string directory_, archive_;
  int process_ = -1;  // the descriptor of the recorder
};

}  // namespace fdr::tools
