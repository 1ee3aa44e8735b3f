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

  /// Each with something that the others have not.
  static std::vector<std::string> ByHand();

  /// Control lines, and lines with macros in them; may include "a" and "b".  Every brace is closed,
  /// as the peer leaves everything behind it as it is; and only the first file has an %else, and
  /// only one, as a second one may be an error to the peer.
  std::string MacroText(bool is_first);
  /// A configuration, as often as not with a mistake in it.
  std::string Config();
  /// Statements about one instance of kernel.all.load each.  What is advisory is not told
  /// "mandatory maybe": the peer turns it off, which pmlogger(1) says it does not.
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
