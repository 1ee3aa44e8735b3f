// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs another program for a test.  Takes input text, returns output texts and the exit status, and
// has a time limit.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr::test {

struct ChildRequest {
  std::vector<std::string> argv;  ///< argv[0] is looked up in PATH.
  /// Changes to our own environment: "NAME=value" sets a variable, "NAME" removes it.
  std::vector<std::string> environment = {};
  std::string stdin_text = {};
  /// Only what hangs takes so long, however busy the machine is.
  std::chrono::milliseconds time_limit = std::chrono::minutes(10);
  /// Asked again and again, with what the program has written to stderr.  Once it is true, the
  /// program gets SIGTERM.
  std::function<bool(const std::string& err)> terminates_when = {};
  /// Limits of the program, as `ulimit` sets them.  A build with sanitizers needs more addresses
  /// than any limit allows.
  std::optional<std::uint64_t> most_descriptors = {};
  std::optional<std::uint64_t> most_address_space = {};  ///< bytes
};

struct ChildOutcome {
  int exit_status = -1;           ///< -1 when a signal ended it.
  int signal = 0;                 ///< 0 when it exited by itself.
  std::uint64_t peak_memory = 0;  ///< the most bytes of RAM it had
  bool timed_out = false;         ///< Killed, with its whole process group, at the time limit.
  std::string out = {};
  std::string err = {};

  bool Succeeded() const { return exit_status == 0; }
};

/// Runs the program to its end.  Its three streams are files in memory.  So the program never waits
/// for us, and its output is complete even if it is killed.  An Error means that the program could
/// not be started.  Safe to call from several threads.
Result<ChildOutcome> RunChild(const ChildRequest& request);

// For code that starts programs in other ways.

/// The environment that a request asks for.
std::vector<std::string> MergedEnvironment(const std::vector<std::string>& changes);
/// Pointers to the strings, and a null pointer at the end.
std::vector<char*> Pointers(std::vector<std::string>& strings);

}  // namespace fdr::test
