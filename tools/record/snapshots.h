// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A source of which only the last minutes are kept, in memory, until somebody wants them.

#pragma once

#include <string>
#include <vector>

#include "fdr/logger/background.h"
#include "fdr/logger/ring/ring_files.h"
#include "fdr/logger/series/archive_names.h"

namespace fdr::tools {

class Snapshots {
 public:
  /// Archives are told by their whole names: those that are relative are so to the directory.
  Snapshots(RingOptions options, NamePattern names, std::string directory)
      : ring_(std::move(options)), names_(std::move(names)), directory_(std::move(directory)) {}

  /// For the recorder.
  FileSystem& files() { return ring_; }

  /// Starts to write what there is: the whole names of the archives, none if there is nothing yet.
  Result<std::vector<std::string>> Start(Background& background);

 private:
  RingFiles ring_;
  ArchiveNames names_;
  std::string directory_;
};

}  // namespace fdr::tools
