// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The choices about the data of the page, and what only the program can do.

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"

namespace fdr {

/// Annotations of a source, or layouts: lines of text that outlive the server.  Any thread.
class TextStore {
 public:
  virtual ~TextStore() = default;
  /// All texts; none if nothing was ever kept.
  virtual Result<std::vector<std::string>> Load(const std::string& key) = 0;
  virtual Result<void> Save(const std::string& key, const std::vector<std::string>& texts) = 0;
};

struct ViewerOptions {
  std::function<Timestamp()> wall_clock;        ///< required
  std::size_t memory = std::size_t{512} << 20;  ///< bytes for values of archives
  /// Writes the records of a window as an archive into the directory.  Null: there is no /cut.
  std::function<Result<void>(const std::string& archive, Timestamp from, Timestamp to,
                             const std::string& directory)>
      cut = {};
  TextStore* notes = nullptr;    ///< by source; null: nothing can be noted
  TextStore* layouts = nullptr;  ///< by content; null: they are kept in memory
};

}  // namespace fdr
