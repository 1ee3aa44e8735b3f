// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/reaction.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/tools/record/journal_entry.h"
#include "fdr/tools/run/datagram.h"
#include "fdr/tools/run/started_program.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

// What a command needs to find programs, its user's files, and the language.
constexpr const char* kKept[] = {"PATH",  "HOME", "USER",   "LOGNAME",
                                 "SHELL", "LANG", "LC_ALL", "TZ"};

// All entries of fdr have it: journalctl MESSAGE_ID=...
constexpr const char* kMessageId = "a3e1f5c27d0b4c6f9b8e2d4170c5f681";

std::string UtcText(Timestamp time) {
  return TimeText(time, {.zone = Zone(), .dates = true, .decimals = 3});
}

// `fdr why` writes into a pipe what the command reads: about the minutes before.
std::vector<std::string> WordsOfWhy(const ReactionEvent& event) {
  return {"/proc/self/exe", "why", "-q", "--json", "-S", "-5m", event.archive};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> FactsOf(const ReactionEvent& event,
                                                         const std::string& condition) {
  return {{"FDR_CONDITION", condition},
          {"FDR_HOST", event.host},
          {"FDR_VALUES", event.values},
          {"FDR_ARCHIVE", event.archive},
          {"FDR_TIME", UtcText(event.time)}};
}

std::vector<std::string> EnvironmentOf(const ReactionEvent& event, const std::string& condition) {
  std::vector<std::string> environment;
  for (const char* const name : kKept)
    if (const char* const value = std::getenv(name))
      environment.push_back(std::string(name) + "=" + value);
  for (const auto& [name, value] : FactsOf(event, condition))
    environment.push_back(name + '=' + value);
  return environment;
}

void Reaction::Note(const ReactionEvent& event) {
  if (options_.journal) entry_.event = event;
  if (!options_.words.empty()) command_.event = event;
}

std::optional<ReactionEvent> Reaction::TakeDue(Pending& pending, std::int64_t now) const {
  const bool rests = pending.started && now - *pending.started < options_.rest;
  if (!pending.event || rests) return std::nullopt;
  pending.started = now;
  return std::exchange(pending.event, std::nullopt);
}

void Reaction::Advance(std::int64_t now) {
  Reap();
  if (const auto event = TakeDue(entry_, now)) Notify(*event);
  if (!running_.empty()) return;
  if (const auto event = TakeDue(command_, now)) Run(*event);
}

void Reaction::Leave() {
  Reap();
  if (const auto event = std::exchange(entry_.event, std::nullopt)) Notify(*event);
  if (const auto event = std::exchange(command_.event, std::nullopt)) Run(*event);
}

void Reaction::Notify(const ReactionEvent& event) {
  constexpr const char* kWarning = "4";
  std::vector<std::pair<std::string, std::string>> fields = {
      {"MESSAGE", Printable(event.host + ": " + event.values)},
      {"MESSAGE_ID", kMessageId},
      {"PRIORITY", kWarning},
      {"SYSLOG_IDENTIFIER", "fdr"}};
  std::ranges::move(FactsOf(event, options_.condition), std::back_inserter(fields));
  if (const auto sent = SendDatagram(*options_.journal, JournalEntry(fields)); !sent)
    options_.tell_error("--notify journal: " + sent.error().Message());
}

void Reaction::Run(const ReactionEvent& event) {
  std::array<int, 2> pipe = {};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0)
    return options_.tell_error("--run: " + FailSystem(errno, "pipe").value().Message());
  const local::UniqueFd input(pipe[0]), output(pipe[1]);
  const Result<pid_t> command =
      StartProgram({.words = options_.words,
                    .environment = EnvironmentOf(event, options_.condition),
                    .input = input.get(),
                    .has_own_group = true});
  if (!command) return options_.tell_error("--run: " + command.error().Message());
  running_.push_back(*command);
  const Result<pid_t> why =
      StartProgram({.words = WordsOfWhy(event), .output = output.get(), .has_own_group = true});
  if (why) running_.push_back(*why);
}

void Reaction::Reap() {
  std::erase_if(running_, [](pid_t process) { return EndOf(process).has_value(); });
}

}  // namespace fdr::tools
