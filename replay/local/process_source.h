// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is read from a file of every process.

#pragma once

#include <string_view>

#include "fdr/replay/local/machine.h"
#include "fdr/replay/local/source.h"

namespace fdr::local {

/// Reads only processes that the profile includes, since to read all of them takes long.
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
  /// Adds the row of a process, unless it is gone or keeps its file from us.
  virtual void ReadProcess(InstanceId pid);
  /// Fills the row that was added last.
  virtual void ReadContent(std::string_view content) = 0;

  Machine& machine_;
  Grid& grid_;

 private:
  InDomId indom_;
  const char* file_;
  Pieces pieces_;
};

}  // namespace fdr::local
