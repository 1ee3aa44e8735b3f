// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `fdr record --when CONDITION` does: `--run COMMAND` and `--notify journal`.  The command
// runs once at a time.  While it runs or rests, the last event waits, and those before it are
// forgotten.  Entries of the journal only rest: a command that does not end keeps none back.

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/base/timestamp.h"

namespace fdr::tools {

/// What the command, and the reader of the journal, learn.
struct ReactionEvent {
  std::string host;     ///< as people know it
  std::string values;   ///< those that made the condition true, for people
  std::string archive;  ///< base name of what is recorded
  Timestamp time;
};

class Reaction {
 public:
  struct Options {
    std::vector<std::string> words;      ///< the command and its arguments; none: no command
    std::string condition;               ///< as on the command line
    std::int64_t rest = 0;               ///< nanoseconds from one start to the next
    std::optional<std::string> journal;  ///< the socket of the journal; nothing: no entries
    std::function<void(const std::string&)> tell_error;
  };

  explicit Reaction(Options options) : options_(std::move(options)) {}

  void Note(const ReactionEvent& event);
  /// Writes the entry, and starts the command, if there is an event, and they may.  `now` is of a
  /// steady clock.
  void Advance(std::int64_t now);
  /// Does both for an event that still waits, and lets the command go on without this process.
  void Leave();

 private:
  struct Pending {
    std::optional<ReactionEvent> event;
    std::optional<std::int64_t> started;  // when the last one was
  };

  std::optional<ReactionEvent> TakeDue(Pending& pending, std::int64_t now) const;
  void Run(const ReactionEvent& event);
  void Notify(const ReactionEvent& event);
  void Reap();

  Options options_;
  Pending entry_, command_;
  std::vector<pid_t> running_;  // the command, and what writes its input
};

/// The names and values that both get.
std::vector<std::pair<std::string, std::string>> FactsOf(const ReactionEvent& event,
                                                         const std::string& condition);

/// The environment of the command: little of this process's own, and the facts.
std::vector<std::string> EnvironmentOf(const ReactionEvent& event, const std::string& condition);

}  // namespace fdr::tools
