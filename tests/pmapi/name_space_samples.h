// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Name spaces, right and wrong ones, to compare with the peer.

#pragma once

#include <string>
#include <vector>

#include "fdr/tests/pmapi/dice.h"

namespace fdr::test {

/// Every line ends, and is shorter than 256 characters: the peer can read no others.
class NameSpaceSamples {
 public:
  explicit NameSpaceSamples(std::uint64_t seed) { dice_.Seed(seed); }

  struct Sample {
    std::string text;
    std::string included;  ///< a file that the text may include by the name `includes`
  };

  /// Without anything for a preprocessor.
  std::string Plain(bool is_right);
  /// With macros, comments and an included file.
  Sample Preprocessed(bool is_right, const std::string& includes);

 private:
  using Line = std::vector<std::string>;

  std::string Id();
  Line Node(const std::string& name, const std::string& path, int depth);
  void AddGroup(const std::string& path, int depth);
  void Generate();
  void Spoil();
  void SpoilWord(Line& line);
  void SpoilPlain();
  std::string Blanks(const char* least);
  std::string Printed(const Line& line);
  void UseMacros();
  void AddConditions();
  void AddComments();
  void SpoilControl();
  void Insert(const std::string& line);

  Dice dice_;
  std::vector<std::vector<Line>> groups_;
  std::vector<Line> lines_;
};

}  // namespace fdr::test
