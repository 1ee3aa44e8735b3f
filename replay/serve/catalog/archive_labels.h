// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The labels of archives that are not open.

#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

/// Reads each label once, as long as the file is the same.  One thread at a time.
class ArchiveLabels {
 public:
  struct Label {
    std::string host;
    Timestamp start;
  };
  /// The label of the first volume.  `files` must be complete.
  Result<Label> Of(const ArchiveFiles& files);

  /// Labels that were not asked for since the last call are forgotten.
  void ForgetUnused();

 private:
  struct Known {
    std::uint64_t device = 0, inode = 0;
    Label label;
    bool is_used = true;
  };
  std::map<std::string, Known> known_;  // by path
};

}  // namespace fdr
