// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The status of a recorder, for people and for programs: docs/status-json.md.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"

namespace fdr::tools {

struct SourceStatus {
  std::string name;
  std::string state;               ///< starting, recording, lost, ended
  std::string archive;             ///< base name; "" before there is one
  std::optional<Timestamp> since;  ///< of the archive
  std::uint64_t samples = 0;
  std::uint64_t bytes = 0;
  double bytes_per_second = 0;
  double lag_seconds = 0;
  std::optional<std::uint16_t> control_port;  ///< where programs change what is recorded
  std::string error;                          ///< the present trouble; "": none
};

struct RecorderStatus {
  std::int64_t pid = 0;
  std::string out;  ///< OUT of the command line, absolute
  Timestamp since;
  std::vector<SourceStatus> sources;
};

/// Writes a paragraph: a line for the recorder, and one for each source.
std::string StatusParagraph(const RecorderStatus& status, Timestamp now);
/// Writes an object on one line.
std::string StatusJson(const RecorderStatus& status);

}  // namespace fdr::tools
