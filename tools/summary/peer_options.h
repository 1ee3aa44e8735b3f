// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options of pmlogsummary, for `fdr summary --pcp`.

#pragma once

#include <cstdint>

namespace fdr::tools {

struct PeerOptions {
  // Which averages, or only the sum.  The last option on the command line decides.
  bool stochastic = false;
  bool time = true;
  bool sum = false;

  bool label = false;
  bool header = false;
  bool minimum = false, minimum_time = false;
  bool maximum = false, maximum_time = false;
  bool samples = false;
  std::uint64_t bins = 0;
  int precision = 3;
  char delimiter = ' ';

  void ShowSum() {
    stochastic = time = label = minimum = maximum = samples = false;
    sum = true;
  }
  void ShowAverages(bool show_stochastic, bool show_time) {
    stochastic = show_stochastic;
    time = show_time;
    sum = false;
  }
  void ShowAll() {
    ShowAverages(true, true);
    label = minimum = maximum = samples = true;
  }
};

}  // namespace fdr::tools
