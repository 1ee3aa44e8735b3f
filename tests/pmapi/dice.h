// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Dice for random programs.

#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace fdr::test {

class Dice {
 public:
  void Seed(std::uint64_t seed) { random_.seed(seed); }

  std::uint64_t Below(std::uint64_t n) { return random_() % n; }
  bool OneIn(std::uint64_t n) { return Below(n) == 0; }
  template <class T>
  const T& Pick(const std::vector<T>& all) {
    return all[Below(all.size())];
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace fdr::test
