// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A recording session of a program: a folio, and a recorder for each host.  See pmRecordSetup(3).

#pragma once

#include <pcp/pmafm.h>

#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/files/folio.h"

namespace fdr::pmgui {

/// One session at a time, as the interface has it.  All functions return 0 or a negative error
/// number.  One thread at a time.
class FolioSession {
 public:
  FolioSession() = default;
  FolioSession(const FolioSession&) = delete;
  FolioSession& operator=(const FolioSession&) = delete;

  /// Creates the folio, and opens the stream that Setup() of the interface returns.
  int Begin(const char* folio, const char* creator, bool can_replay, FILE** stream);
  int AddHost(const char* host, bool is_default, pmRecordHost** added);

  /// The next four are for one host, or for all with nullptr.
  int AddArgument(pmRecordHost* host, const char* argument);
  int Start(pmRecordHost* host);
  int Tell(pmRecordHost* host, char order, const char* text);
  int Release(pmRecordHost* host, char order, const char* text);

  /// Notes which recorders have ended.
  void Reap();

 private:
  enum class State { kIdle, kBegun, kHasHosts, kRunning };

  // A host and its recorder.  The program keeps a pointer to `shown`, even after the session.
  struct Host {
    pmRecordHost shown = {};
    std::string name;
    std::string base;  // of the archive, in the folio's directory
    std::string config_path;
    std::string log_path;
    std::vector<std::string> arguments;
    bool is_default = false;
    bool is_released = false;  // was ordered to end, or to go on alone
    bool is_reaped = false;    // after its session
  };

  int OpenReplay(bool can_replay, FILE** stream);
  std::string PathOf(const std::string& name) const;
  int Order(pmRecordHost* host, char order, const char* text, bool releases);
  int StartHost(Host& host);
  int WriteArchives();
  std::vector<Host*> InOrderOfFolio();
  Host* Find(const pmRecordHost* shown);
  void EndIfReleased();

  State state_ = State::kIdle;
  Folio folio_;
  std::string directory_;  // of the folio, absolute
  std::string base_;       // the six letters that all names begin with
  FILE* folio_file_ = nullptr;
  std::vector<std::unique_ptr<Host>> hosts_;  // of this session
  std::vector<std::unique_ptr<Host>> old_;    // of earlier ones
};

}  // namespace fdr::pmgui
