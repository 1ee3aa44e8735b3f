// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The texts of a recorder for the user of the program that started it.  See pmRecordSetup(3).

#pragma once

#include <cstdint>
#include <string>

namespace fdr::tools {

struct SessionFacts {
  std::string folio;
  std::string creator;      ///< the program that started the recorder
  bool can_replay = false;  ///< the creator can show the folio
  std::string hosts;        ///< the hosts that are recorded
  double seconds = 0;       ///< since the start
  std::uint64_t bytes = 0;  ///< of the archives
  int pid = 0;              ///< of the recorder
};

enum class SessionEvent {
  kStatus,    ///< the creator asks for a report
  kStopped,   ///< the creator has ended the recording
  kDetached,  ///< the creator lets the recording go on without it
  kDied,      ///< the creator is gone, and has said nothing
};

/// Some lines, each with its end.
std::string SessionText(const SessionFacts& facts, SessionEvent event);

}  // namespace fdr::tools
