// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the tests share that run a tool of the peer and fdr on the peer's archives.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "fdr/tests/support/child_process.h"

namespace fdr::test {

using CommandWords = std::vector<std::string>;

/// The words, each with a blank behind it.
std::string Join(const CommandWords& words);
/// `command` with more words.
CommandWords Command(CommandWords command, const CommandWords& arguments);

/// Runs a program in a zone, without derived metrics.
ChildOutcome RunTool(const std::string& zone, CommandWords argv,
                     std::chrono::minutes time_limit = std::chrono::minutes(5));

/// The first lines that differ, and the line before them.
std::string FirstDifference(const std::string& peer, const std::string& ours);

/// Calls `work` with 0, 1, ..., count - 1, in two threads, since children take most of the time.
void ForEach(std::size_t count, const std::function<void(std::size_t)>& work);

struct Sample {
  std::string base;
  std::uintmax_t size = 0;  ///< of all its files
};
/// The archives of the peer's test suite that can be opened.
std::vector<Sample> Samples();

/// Some names of metrics, full and partial ones.
CommandWords SomeNames(const std::string& base, std::mt19937& random);
/// The options -S and -T, or one of them, or none; nothing if the archive cannot be read.  The ends
/// are whole seconds after the start or before the end, or dates.  An end of the window is never
/// the very end of the archive: there the peer's trust in the index hides records.
std::optional<CommandWords> SomeWindow(const std::string& base, std::mt19937& random);

}  // namespace fdr::test
