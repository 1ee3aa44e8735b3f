// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program that shows long output page by page: $PAGER, or less.

#pragma once

#include <sys/types.h>

namespace fdr::tools {

/// While a Pager lives, standard output goes through the program.  Its end waits for the user to
/// leave the program.
class Pager {
 public:
  /// Starts the program if `wanted` and if standard output is a terminal.  So ask for the size and
  /// the colours of the terminal before.
  explicit Pager(bool wanted);
  ~Pager() { Close(); }
  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;

  bool IsThere() const { return child_ > 0; }
  /// Ends the output, and waits for the user.
  void Close();

 private:
  pid_t child_ = 0;
};

}  // namespace fdr::tools
