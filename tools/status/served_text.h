// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a server shows its status to people, and to programs: docs/status-json.md.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"

namespace fdr::tools {

/// The state of the tape of an archive.
struct TapeStatus {
  Timestamp time;  ///< which clients see
  double rate = 1;
  std::string state;  ///< playing, paused, ended
};

struct ServedStatus {
  std::int64_t pid = 0;
  std::string what;  ///< is served
  Timestamp since;
  std::vector<std::string> sockets;
  std::uint64_t clients = 0;
  std::uint64_t requests = 0;
  std::uint64_t requests_per_second = 0;
  double lag_seconds = 0;
  std::optional<TapeStatus> tape;
};

std::string ServedParagraph(const ServedStatus& status, Timestamp now);
/// An object, and the end of the line.
std::string ServedJson(const ServedStatus& status);

}  // namespace fdr::tools
