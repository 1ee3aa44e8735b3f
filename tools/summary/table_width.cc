// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/table_width.h"

#include <unistd.h>

#include <cstdlib>

#include "fdr/tools/terminal/terminal.h"

namespace fdr::tools {

int TableWidth(int option) {
  if (option > 0) return option;
  const bool is_limited = ::isatty(STDOUT_FILENO) == 1 || std::getenv("COLUMNS") != nullptr;
  return is_limited ? SizeOfTerminal(STDOUT_FILENO).width : 0;
}

}  // namespace fdr::tools
