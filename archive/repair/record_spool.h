// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Takes records in any order and returns them in the order of time.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/source/temp_file.h"

namespace fdr {

/// The records wait in a file without a name.  Memory follows their number.
class RecordSpool {
 public:
  /// Creates the file in this directory.
  static Result<RecordSpool> Create(const std::string& directory);

  Result<void> Add(Timestamp stamp, Bytes record);

  using OnRecord = std::function<Result<void>(Timestamp stamp, Bytes record)>;
  /// Visits all records in the order of time.  Records with one stamp keep the order in which they
  /// were added.  Call once, after the last record was added.
  Result<void> Visit(const OnRecord& on_record);

 private:
  struct Entry {
    Timestamp stamp;
    std::uint64_t offset = 0;
    std::uint32_t size = 0;
  };

  explicit RecordSpool(TempFile file) : file_(std::move(file)) {}

  TempFile file_;
  std::vector<Entry> entries_;
};

}  // namespace fdr
