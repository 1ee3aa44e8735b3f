// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Shows on a terminal how much of an archive is summarized.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fdr/tools/terminal/progress.h"

namespace fdr::tools {

/// For OpenOptions::on_summary.  One thread at a time.
class SummaryBar {
 public:
  explicit SummaryBar(bool quiet) : quiet_(quiet) {}

  void operator()(const std::string& file, std::uint64_t read, std::uint64_t size);

 private:
  bool quiet_;
  std::shared_ptr<Progress> bar_;
};

}  // namespace fdr::tools
