// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The choices about the data of the page, and what only the program can do.

#pragma once

#include <cstddef>
#include <cstdint>
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

/// Two windows that are to be compared.
struct CompareQuestion {
  struct Side {
    ArchiveContext* archive = nullptr;
    std::string name = {};  ///< as answers call it
    Timestamp start, end;
  };
  Side after;
  Side before;  ///< its archive may be that of `after`, or null: see `searches`
  /// The stretch of `after` that differs most from the rest, with the time before it.
  bool searches = false;
  std::vector<std::string> metrics = {};  ///< as `fdr diff` takes them; none: all
  bool instances = false;                 ///< nothing is folded
  std::uint64_t top = 0;
};

/// Compares two windows: the lines of docs/diff-json.md.  As for ExplainArchive.
using CompareWindows =
    std::function<Result<std::string>(const CompareQuestion& question, const CheckLimit& check)>;

struct ViewerOptions {
  std::function<Timestamp()> wall_clock;        ///< required
  std::size_t memory = std::size_t{512} << 20;  ///< bytes for values of archives
  CutWindow cut = {};                           ///< null: there is no /cut
  ExplainArchive explain = {};                  ///< null: there is no /why
  std::string version = {};             ///< of what explains: another one may find other things
  std::optional<Lane> explain_in = {};  ///< one archive after the other; null: beside each other
  CompareWindows compare = {};          ///< null: there is no /diff
  std::optional<Lane> compare_in = {};  ///< as `explain_in`
  std::optional<Lane> usage_in = {};    ///< as `explain_in`: sums of windows, which take less long
  TextStore* notes = nullptr;    ///< by the base name of an archive; null: nothing can be noted
  TextStore* layouts = nullptr;  ///< by the digest of a text; null: they are kept in memory
};

}  // namespace fdr
