// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Random command lines for options.c, right and wrong.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace fdr::test {

/// The same seed gives the same lines, on any machine.
class CommandLines {
 public:
  explicit CommandLines(std::uint64_t seed) : random_(seed) {}

  /// For pmgetopt_r, with tables of any kind.
  std::string ForGetopt();
  /// The options that tools have in common, from the command line and the environment.
  std::string ForOptions();
  /// Archives, time windows and zones.
  std::string ForContext(const std::vector<std::string>& archives);

  /// Writes the files that ForOptions() names, and more: hosts, folios.
  static void WriteFiles(const std::string& directory);

 private:
  using Texts = std::initializer_list<const char*>;

  std::uint64_t Below(std::uint64_t n) { return random_() % n; }
  bool OneIn(std::uint64_t n) { return Below(n) == 0; }
  std::string Pick(Texts texts) { return texts.begin()[Below(texts.size())]; }

  std::string GetoptWord();
  std::string Letters(const char* alphabet);
  std::string Value(const std::string& option);
  std::vector<std::string> Option();
  std::string Variable();

  std::mt19937_64 random_;
};

}  // namespace fdr::test
