// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Keeps the last minutes of a source in memory, and writes them on request.

#pragma once

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

  /// Starts to write the records kept.  Returns the absolute names of the archives, none if there
  /// is no record yet.
  Result<std::vector<std::string>> Start(Background& background);

 private:
  RingFiles ring_;
  ArchiveNames names_;
  std::string directory_;
};

}  // namespace fdr::tools
