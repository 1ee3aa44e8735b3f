// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The choices about the data of the page, and what only the program can do.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/serve/http/lane.h"

namespace fdr {

class ArchiveContext;

/// Texts that outlive the server: annotations, or layouts.  Any thread.
class TextStore {
 public:
  virtual ~TextStore() = default;
  /// All texts of a key; none if nothing was ever kept.
  virtual Result<std::vector<std::string>> Load(const std::string& key) = 0;
  virtual Result<void> Save(const std::string& key, const std::vector<std::string>& texts) = 0;
  /// As long as the result exists, no other program changes the texts of this key.
  virtual Result<std::shared_ptr<void>> Lock(const std::string& /*key*/) { return nullptr; }
};

/// A part of an archive in a directory of its own.
struct CutDirectory {
  std::string directory;
  std::shared_ptr<void> keep;  ///< the directory is removed with the last copy
};

using CheckLimit = std::function<Result<void>()>;

/// Writes a window of an opened archive as an archive.  Asks `check` now and then, and ends with
/// its error.  Changes the mode of the context.
using CutWindow = std::function<Result<CutDirectory>(ArchiveContext& archive, Timestamp from,
                                                     Timestamp to, const CheckLimit& check)>;

/// Explains an opened archive, which answers call `name`: the object of docs/why-json.md.  Asks
/// `check` now and then, and ends with its error.
using ExplainArchive = std::function<Result<std::string>(
    ArchiveContext& archive, const std::string& name, const CheckLimit& check)>;

struct ViewerOptions {
  std::function<Timestamp()> wall_clock;        ///< required
  std::size_t memory = std::size_t{512} << 20;  ///< bytes for values of archives
  CutWindow cut = {};                           ///< null: there is no /cut
  ExplainArchive explain = {};                  ///< null: there is no /why
  std::string version = {};             ///< of what explains: another one may find other things
  std::optional<Lane> explain_in = {};  ///< one archive after the other; null: beside each other
  TextStore* notes = nullptr;    ///< by the base name of an archive; null: nothing can be noted
  TextStore* layouts = nullptr;  ///< by the digest of a text; null: they are kept in memory
};

}  // namespace fdr
