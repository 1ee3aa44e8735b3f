// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads one file of every process.

#pragma once

#include <string_view>

#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/source.h"

namespace fdr::local {

/// Reads only processes that the profile includes, because reading all of them is slow.
class ProcessSource : public Source {
 public:
  ProcessSource(Machine& machine, GridId id, const char* file, Pieces pieces = Pieces::kOne)
      : machine_(machine),
        grid_(machine.grid(id)),
        indom_(InfoOf(id).indom),
        file_(file),
        pieces_(pieces) {}

  void Refresh() override;

 protected:
  /// Adds the row of a process, unless the process is gone or its file cannot be read.
  virtual void ReadProcess(InstanceId pid);
  /// Fills the last row.
  virtual void ReadContent(std::string_view content) = 0;

  Machine& machine_;
  Grid& grid_;

 private:
  InDomId indom_;
  const char* file_;
  Pieces pieces_;
};

}  // namespace fdr::local
