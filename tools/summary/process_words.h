// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a process was, beside its number: its user, and its command with all arguments.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/tools/series/columns.h"

namespace fdr::tools {

struct ProcessWords {
  std::string user, command;  ///< "" if the archive does not say it
};

class ProcessReader {
 public:
  /// Borrows the archive, and moves it.
  explicit ProcessReader(Context& archive);

  /// The domain of all processes; nothing if the archive has none.
  std::optional<InDomId> indom() const { return indom_; }
  /// At a time when the process was running.
  ProcessWords Read(InstanceId process, Timestamp when);

 private:
  struct Word {
    MetricId metric;
    Desc desc;
    std::string ProcessWords::*place;
  };

  Context& archive_;
  std::vector<Word> words_;        // that the archive has
  std::vector<MetricId> metrics_;  // of words_
  std::optional<InDomId> indom_;
};

/// "22341  root      python3 nightly-report.py", for a column of the process.  `width`: of the
/// line; 0 or less: as wide as it gets.
std::string ProcessLine(const Column& column, const ProcessWords& words, int width, bool utf8);

}  // namespace fdr::tools
