// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/stretches.h"

namespace fdr::why {
namespace {

// A candidate, with the sums of all cells before its first and up to its end.
struct Candidate {
  CellRange cells;
  double before = 0, upto = 0;
  std::size_t lower = 0;  // the number of the last candidate with a smaller `before`, from 1 on
};

// Merges the last candidate with those before it as long as that makes a larger sum.
void Settle(std::vector<Candidate>& candidates) {
  while (true) {
    Candidate& last = candidates.back();
    last.lower = candidates.size() - 1;
    while (last.lower > 0 && candidates[last.lower - 1].before >= last.before)
      last.lower = candidates[last.lower - 1].lower;
    if (last.lower == 0) return;
    Candidate& lower = candidates[last.lower - 1];
    if (lower.upto >= last.upto) return;
    lower.cells.end = last.cells.end;
    lower.upto = last.upto;
    candidates.resize(last.lower);
  }
}

void Give(std::vector<Candidate>& candidates, std::vector<Stretch>& stretches) {
  for (const Candidate& candidate : candidates)
    stretches.push_back({candidate.cells, candidate.upto - candidate.before});
  candidates.clear();
}

}  // namespace

std::vector<Stretch> FindStretches(const Line& excess) {
  std::vector<Stretch> stretches;
  std::vector<Candidate> candidates;
  double sum = 0, lowest = 0;
  for (std::size_t i = 0; i < excess.size(); ++i) {
    if (std::isnan(excess[i])) Give(candidates, stretches);
    const double value = std::isnan(excess[i]) ? 0 : static_cast<double>(excess[i]);
    const double before = sum;
    sum += value;
    if (value > 0) {
      candidates.push_back({{i, i + 1}, before, sum});
      Settle(candidates);
    } else if (sum < lowest) {
      // Nothing that begins here can be merged with what lies before.
      lowest = sum;
      Give(candidates, stretches);
    }
  }
  Give(candidates, stretches);
  return stretches;
}

}  // namespace fdr::why
