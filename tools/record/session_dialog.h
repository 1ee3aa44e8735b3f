// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A window that shows a text, by the program that PCP uses for it (pmconfirm(1)).

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/sources/net/file_watch.h"
#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr::tools {

struct DialogText {
  std::string title;
  std::string text;                  ///< lines
  std::vector<std::string> buttons;  ///< at least one; the first is the default
  std::string options;               ///< of the program, such as -geometry; may be empty
};

/// A window that is open.  The destructor leaves it open if there is no answer yet.
class SessionDialog {
 public:
  /// Calls `answered` with the label of the pressed button, or with "" if the program failed.
  /// Nothing if there is no display, or no such program.
  static std::unique_ptr<SessionDialog> Open(EventLoop& loop, const DialogText& text,
                                             std::function<void(std::string)> answered);

  bool is_over() const { return is_over_; }

 private:
  SessionDialog(EventLoop& loop, pid_t program, local::UniqueFd output,
                std::function<void(std::string)> answered);
  void Read();

  pid_t program_;
  bool is_over_ = false;
  local::UniqueFd output_;
  FileWatch watch_;
  std::string label_;
  std::function<void(std::string)> answered_;
};

}  // namespace fdr::tools
