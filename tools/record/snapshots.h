// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Keeps the last minutes of a source in memory, and writes them on request.

#pragma once

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fdr/logger/background.h"
#include "fdr/logger/ring/ring_files.h"
#include "fdr/logger/series/archive_names.h"

namespace fdr::tools {

class Snapshots {
 public:
  /// Reports archives by absolute names; relative names are relative to `directory`.
  Snapshots(RingOptions options, NamePattern names, std::string directory)
      : ring_(std::move(options)), names_(std::move(names)), directory_(std::move(directory)) {}

  /// The file system for the recorder.
  FileSystem& files() { return ring_; }

  /// Starts to write the records kept, if any is newer than the last snapshot.  Returns the
  /// absolute names of the archives.
  Result<std::vector<std::string>> Start(Background& background);

  /// The archives that the last snapshot with new records has written; none before.
  const std::vector<std::string>& last() const { return last_; }

 private:
  // A stretch of the ring that an archive holds already.
  struct Written {
    Timestamp begin, end;
    std::shared_ptr<std::atomic<bool>> has_failed;
  };

  const Written* ArchiveOf(const RingTape& tape) const;
  Result<std::string> NextName();

  RingFiles ring_;
  ArchiveNames names_;
  std::set<std::string> given_;  // the names of all snapshots
  std::string directory_;
  std::vector<Written> written_;
  std::vector<std::string> last_;
};

}  // namespace fdr::tools
