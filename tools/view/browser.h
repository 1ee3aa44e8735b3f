// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The user's web browser: $BROWSER, or that of the desktop.

#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace fdr::tools {

/// The words of the commands that $BROWSER lists, between colons, with the address in the place of
/// "%s" or at the end.
std::vector<std::vector<std::string>> BrowserCommands(const std::string& list,
                                                      const std::string& address);

class Browser {
 public:
  /// Starts it, if there is one.  It goes on when this process ends.
  void Open(const std::string& address);
  /// Lets the system forget a process that has ended.
  void Reap();

 private:
  bool Start(std::vector<std::string> words);

  pid_t process_ = 0;  // 0: none
};

}  // namespace fdr::tools
