// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The orders of the program that started a recorder (pmRecordSetup(3)), in lines:
//
//     V0            the version of these orders
//     FFOLIO        the folio that lists the archive, PCREATOR the program, R it can replay them
//     ?  D  Q       report; go on alone; end.  What follows are options of the dialog
//
// The end of the file without D or Q means that the program has died.

#pragma once

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>

#include "fdr/replay/sources/net/file_watch.h"
#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/tools/record/session_dialog.h"
#include "fdr/tools/record/session_text.h"

namespace fdr::tools {

class SessionOrders {
 public:
  struct Hooks {
    std::function<SessionFacts()> facts;                ///< hosts, time and size
    std::function<void()> stop;                         ///< ends the recording
    std::function<void(const std::string& text)> tell;  ///< writes into the log
  };

  /// kInvalidArgument if there is no such open file.  Borrows the loop.
  static Result<std::unique_ptr<SessionOrders>> Open(EventLoop& loop, int fd, Hooks hooks);
  SessionOrders(EventLoop& loop, local::UniqueFd fd, Hooks hooks);

 private:
  void Read();
  void TakeLines();
  void Take(std::string_view line);
  void Report(SessionEvent event, std::string_view options);
  void EndOfOrders();

  EventLoop& loop_;
  local::UniqueFd fd_;
  FileWatch watch_;
  Hooks hooks_;
  std::string input_;
  bool is_over_ = false;  // nothing more is expected
  std::string folio_ = "(unnamed)";
  std::string creator_ = "a program";
  bool can_replay_ = false;
  std::list<std::unique_ptr<SessionDialog>> dialogs_;
};

}  // namespace fdr::tools
