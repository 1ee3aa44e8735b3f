// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Right and wrong name spaces to compare with the peer.

#pragma once

#include <string>
#include <vector>

#include "fdr/tests/pmapi/dice.h"

namespace fdr::test {

/// Every line has an end and less than 256 characters: the peer cannot read other lines.
class NameSpaceSamples {
 public:
  explicit NameSpaceSamples(std::uint64_t seed) { dice_.Seed(seed); }

  struct Sample {
    std::string text;
    std::string included;  ///< a file that the text may include by the name `includes`
  };

  /// A text without preprocessor lines, macros and comments.
  std::string Plain(bool is_right);
  /// A text with macros, comments and an included file.
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
