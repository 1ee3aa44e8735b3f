// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Cuts archives out of archives: the records around the stretches that were found, as they are, and
// in front of them the values that hold at the start.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/problem.h"
#include "fdr/archive/copy/copy_part.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/search/stretch.h"
#include "fdr/replay/time/zone.h"

namespace fdr::tools {

struct CutOptions {
  std::string directory;
  std::int64_t before = 0, after = 0;  ///< nanoseconds around a stretch
  Zone zone;                           ///< of the names, which are the times of starts
  /// Asked now and then; its error ends the work.
  std::function<Result<void>()> check = [] { return Result<void>(); };
  /// Receives damage that the context has not reported.
  ProblemSink on_problem = {};
};

/// An archive that was cut out.
struct CutArchive {
  std::string base;
  Timestamp start, end;
};

/// The windows to cut out.  Windows that overlap become one.
class CutList {
 public:
  explicit CutList(CutOptions options) : options_(std::move(options)) {}

  void Add(const Stretch& stretch);
  /// Writes the next archive; nothing if all are written.  Windows without a record are skipped.
  /// kTypeChanged if the metadata of several archives in a window disagree.
  Result<std::optional<CutArchive>> WriteNext(ArchiveContext& archive);

 private:
  struct Window {
    Timestamp start, end;
    Timestamp name;  // the start of its first stretch
  };

  Result<std::string> NameOf(const Window& window) const;
  Result<void> Write(ArchiveContext& archive, const TimeSpan& span, const std::string& base);

  CutOptions options_;
  std::vector<Window> windows_;
  std::size_t next_ = 0;
};

}  // namespace fdr::tools
