// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Configurations of the logger, right and wrong ones, to compare with the peer.

#pragma once

#include <random>
#include <string>
#include <vector>

namespace fdr::test {

class ConfigSamples {
 public:
  explicit ConfigSamples(std::uint64_t seed) : random_(seed) {}

  /// Each has something that the others do not have.
  static std::vector<std::string> ByHand();

  /// Control lines, and lines with macros; may include "a" and "b".  Every brace is closed, as the
  /// peer leaves everything behind an open brace as it is.  Only the first file has an %else, and
  /// only one, as a second one may be an error for the peer.
  std::string MacroText(bool is_first);
  /// A configuration, often with a mistake.
  std::string Config();
  /// Statements about one instance of kernel.all.load each.  "mandatory maybe" never follows an
  /// advisory statement: the peer would turn the instance off, against pmlogger(1).
  std::string Instances();

 private:
  std::size_t Below(std::size_t n) { return random_() % n; }
  const std::string& Pick(const std::vector<std::string>& all) { return all[Below(all.size())]; }
  std::string Macro() { return Pick({"m", "n", "long_1"}); }
  std::string MacroLine();
  std::string ControlLine();
  void AddStatement(std::vector<std::string>& words);
  void AddMetric(std::vector<std::string>& words);
  void AddAccess(std::vector<std::string>& words);

  std::mt19937_64 random_;
  bool may_have_else_ = false;
};

}  // namespace fdr::test
