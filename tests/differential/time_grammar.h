// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Random texts for times and intervals, as people type them, right and wrong.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>

namespace fdr::test {

/// The same seed gives the same texts, on any machine.
class TimeGrammar {
 public:
  explicit TimeGrammar(std::uint64_t seed) : random_(seed) {}

  std::string Interval(bool odd_numbers = false);
  std::string CtimeForm();  ///< without the at sign
  std::string FreeForm();
  /// Any of these forms, with its signs.  One in five is damaged.
  std::string Time();

  std::uint64_t Below(std::uint64_t n) { return random_() % n; }
  bool OneIn(std::uint64_t n) { return Below(n) == 0; }
  std::string Pick(std::initializer_list<const char*> texts);
  std::string Number(std::uint64_t least, std::uint64_t most);

 private:
  std::string Blanks();
  std::string AnyCase(std::string text);
  std::string Damage(const std::string& text);
  std::string Month();
  std::string Weekday();
  std::string ClockTime();
  std::string FreeDate();
  std::string Relative();
  std::string FreeFormItem();

  std::mt19937_64 random_;
};

}  // namespace fdr::test
